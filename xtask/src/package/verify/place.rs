//! A system to try something in: a kept one below, what is done to it in memory above. What a check leaves behind is never met by the next.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context, Result, bail};

use super::super::deb::quietly;
use super::roots::USER;

pub(crate) struct Place {
    root: PathBuf,
}

impl Place {
    /// Over a kept system, with the packages in /packages. It lasts as long as the mounts of this process.
    pub(crate) fn over(lower: &Path, workplace: &Path, name: &str) -> Result<Self> {
        let base = workplace.join(name);
        fs::create_dir(&base)?;
        mount(&["-t", "tmpfs", "-o", "mode=755", "brokerscope"], &base)?;
        let (upper, work, root) = (base.join("upper"), base.join("work"), base.join("root"));
        for folder in [&upper, &work, &root] {
            fs::create_dir(folder)?;
        }
        let option = |name, path: &Path| format!("{name}={}", path.display());
        let options =
            [option("lowerdir", lower), option("upperdir", &upper), option("workdir", &work)].join(",");
        mount(&["-t", "overlay", "-o", &options, "overlay"], &root)?;
        mount(&["-t", "proc", "proc"], &root.join("proc"))?;
        mount(&["--rbind", "/dev"], &root.join("dev"))?;
        mount(&["-t", "tmpfs", "-o", "mode=1777", "tmp"], &root.join("tmp"))?;
        mount(&["-t", "tmpfs", "-o", "mode=755", "run"], &root.join("run"))?;
        // An address that leads nowhere: whoever asks it for a name is seen asking.
        fs::write(root.join("etc/resolv.conf"), "nameserver 192.0.2.1\n")?;
        fs::write(root.join("etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n")?;
        let packages = root.join("packages");
        fs::create_dir(&packages)?;
        mount(&["--bind", &workplace.join(super::PACKAGES).to_string_lossy()], &packages)?;
        Ok(Self { root })
    }

    /// A path of the place as seen from outside.
    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside.trim_start_matches('/'))
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path(&format!("home/{USER}"))
    }

    /// A command in it, as root.
    pub(crate) fn as_root(&self) -> Command {
        self.command(&[], "/root")
    }

    /// A command in it, as somebody without any right.
    pub(crate) fn as_user(&self) -> Command {
        self.command(&[&format!("--userspec={USER}:{USER}")], &format!("/home/{USER}"))
    }

    fn command(&self, who: &[&str], home: &str) -> Command {
        let mut command = Command::new("chroot");
        command.args(who).arg(&self.root).args(["/usr/bin/env", "-i"]);
        command
            .arg(format!("HOME={home}"))
            .arg("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command.args(["LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "NO_AT_BRIDGE=1", "GDK_BACKEND=x11"]);
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn bind_read_only(&self, inside: &str) -> Result<()> {
        let path = self.path(inside);
        mount(&["--bind", &path.to_string_lossy()], &path)?;
        mount(&["-o", "remount,bind,ro"], &path)
    }

    /// A file system of so many KiB on a folder of the user's.
    pub(crate) fn small(&self, inside: &str, kib: u32) -> Result<()> {
        fs::create_dir_all(self.path(inside))?;
        let options = format!("size={kib}k,mode=1777");
        mount(&["-t", "tmpfs", "-o", &options, "small"], &self.path(inside))
    }
}

/// Everything that it printed; an error when it fails.
pub(crate) fn told(command: &mut Command) -> Result<String> {
    let output = command.output().context("chroot")?;
    let text = both(&output);
    if !output.status.success() {
        bail!("{}: {}", output.status, text.trim());
    }
    Ok(text)
}

/// Everything that it printed; an error when it succeeds.
pub(crate) fn refused(command: &mut Command) -> Result<(Option<i32>, String)> {
    let output = command.output().context("chroot")?;
    let text = both(&output);
    if output.status.success() {
        bail!("it was not refused: {}", text.trim());
    }
    Ok((output.status.code(), text))
}

fn both(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn mount(options: &[&str], at: &Path) -> Result<()> {
    quietly(Command::new("mount").args(options).arg(at))
}
