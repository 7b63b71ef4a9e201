//! The .deb, by Debian's own tools. `dpkg-shlibdeps` computes what the programs need from the symbols that they use; a list by hand asks for
//! too much or too little from the day that it is written.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::{
    build::PROGRAMS,
    filled::filled,
    layout::{Kind, files, fresh, lay, mode},
    release::Release,
};
use crate::{step, workspace::root};

/// Makes the package and tells what it depends on.
pub(crate) fn make(release: &Release, programs: &Path, made: &Path, into: &Path) -> Result<Vec<String>> {
    let stage = Release::workshop().join("deb");
    fresh(&stage)?;
    mode(&stage, 0o755)?;
    lay(Kind::Deb, &stage.join("usr"), programs, made)?;
    let dependencies = dependencies(&stage)?;
    let control = stage.join("DEBIAN");
    fs::create_dir(&control)?;
    mode(&control, 0o755)?;
    let template = fs::read_to_string(root().join("packaging/debian/control"))?;
    let text = filled(
        &template,
        &[
            ("VERSION", release.version),
            ("ARCHITECTURE", release.debian_arch),
            ("SIZE", &installed_kib(&stage)?.to_string()),
            ("DEPENDS", &dependencies.join(", ")),
        ],
    )?;
    write(&control.join("control"), &text)?;
    write(&control.join("md5sums"), &md5sums(&stage)?)?;
    release.stamp(&stage)?;
    build(release, &stage, &into.join(release.deb()))?;
    Ok(dependencies)
}

/// Packs a tree that has its DEBIAN folder.
pub(crate) fn build(release: &Release, stage: &Path, file: &Path) -> Result<()> {
    let mut pack = Command::new("dpkg-deb");
    // One thread: xz by several makes other bytes. And xz, since older systems know no zstd in a .deb.
    pack.args(["--root-owner-group", "--threads-max=1", "-Zxz", "-z9", "--build"]).arg(stage).arg(file);
    pack.env("SOURCE_DATE_EPOCH", release.epoch.to_string());
    quietly(&mut pack)
}

fn dependencies(stage: &Path) -> Result<Vec<String>> {
    // It wants to stand in a source package, so it gets the least that is one.
    let source = Release::workshop().join("shlibdeps");
    fresh(&source.join("debian"))?;
    write(
        &source.join("debian/control"),
        "Source: brokerscope\n\nPackage: brokerscope\nArchitecture: any\n",
    )?;
    let mut ask = Command::new("dpkg-shlibdeps");
    ask.current_dir(&source).arg("-O");
    for (program, folder) in PROGRAMS {
        ask.arg("-e").arg(stage.join("usr").join(folder).join(program));
    }
    let output = ask.output().context("dpkg-shlibdeps (Debian package dpkg-dev)")?;
    if !output.status.success() {
        bail!("dpkg-shlibdeps: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let list = text.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    let mut all: Vec<String> =
        list.context("dpkg-shlibdeps names no dependency")?.split(", ").map(str::to_owned).collect();
    all.sort();
    Ok(all)
}

/// As Debian's policy counts: each file in whole KiB, each folder as one.
fn installed_kib(stage: &Path) -> Result<u64> {
    let mut sum = 0;
    let mut folders = std::collections::BTreeSet::new();
    for file in files(stage)? {
        sum += fs::metadata(stage.join(&file))?.len().div_ceil(1024);
        folders.extend(Path::new(&file).ancestors().skip(1).map(PathBuf::from));
    }
    Ok(sum + u64::try_from(folders.len()).unwrap_or(0))
}

fn md5sums(stage: &Path) -> Result<String> {
    let mut ask = Command::new("md5sum");
    ask.current_dir(stage);
    ask.args(files(stage)?.iter().filter(|file| !file.starts_with("DEBIAN/")));
    let output = ask.output().context("md5sum")?;
    if !output.status.success() {
        bail!("md5sum: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| file.display().to_string())?;
    mode(file, 0o644)
}

/// Runs it and shows what it said only when it fails.
pub(crate) fn quietly(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("`{}` can't be run", step::line(command)))?;
    if !output.status.success() {
        bail!(
            "`{}` failed ({})\n{}{}",
            step::line(command),
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(())
}
