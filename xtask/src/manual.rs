//! Manual pages and completions for shells, made of the arguments that the programs read: what is told by hand is told
//! wrong from the first option on that somebody adds.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context as _, Result};
use arguments::Arguments;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

const PROGRAM: &str = "brokerscope";
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// What a command ends with, as docs/GUIDE.md promises it.
const COMMAND_ENDS: &[(&str, &str)] = &[
    ("0", "Everything was told; of doctor: every step went well."),
    ("1", "Nothing was told, or the answer could not be written; of doctor: a step fails."),
    ("2", "It could not begin: an argument, a file or a secret can't be used."),
    ("3", "A part was told: a broker did not answer, or what is shown is from before."),
];

/// What the window ends with.
const WINDOW_ENDS: &[(&str, &str)] = &[
    ("0", "The window was closed, or the start came to the window of an earlier one."),
    ("1", "No window could be opened: no display, or a library is missing or too old. The reason is told."),
    ("2", "An argument can't be used."),
];

const FILES: &[(&str, &str)] = &[
    ("~/.config/brokerscope/profiles.json", "Connections, without any secret."),
    ("~/.config/brokerscope/secrets.json", "Where each secret is kept."),
    ("~/.config/brokerscope/secrets.age", "The encrypted file of secrets, if one was made."),
    ("~/.config/io.github.brokerscope/.window-state.json", "The window's place on the screen."),
    ("~/.local/share/io.github.brokerscope", "What the web view keeps for itself."),
];

const FILES_MOVED: &str = "XDG_CONFIG_HOME and XDG_DATA_HOME move them. With --config-dir all of it is in that folder and nothing elsewhere: what the window, \
     the toolkit and the web view write is in its folder window.";

/// Writes `man/brokerscope.1` and a page for each command beside it, and `completions/` with a file for each shell.
pub(crate) fn write(into: &Path) -> Result<()> {
    let mut whole = Arguments::command();
    whole.build();
    let folder = into.join("man");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (name, text) in pages(&whole)? {
        let file = folder.join(format!("{name}.1"));
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    let folder = into.join("completions");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut Arguments::command(), PROGRAM, &folder)
            .with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

fn commands(whole: &Command) -> impl Iterator<Item = &Command> {
    whole.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

/// Each with its name.
fn pages(whole: &Command) -> Result<Vec<(String, Vec<u8>)>> {
    let names: Vec<String> =
        commands(whole).map(|command| format!("{PROGRAM}-{}", command.get_name())).collect();
    let mut pages = vec![(PROGRAM.to_owned(), page(whole, &names)?)];
    for (name, command) in names.iter().zip(commands(whole)) {
        pages.push((name.clone(), page(command, &[PROGRAM.to_owned()])?));
    }
    Ok(pages)
}

fn page(command: &Command, beside: &[String]) -> Result<Vec<u8>> {
    let source = format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION"));
    let whole = command.has_subcommands();
    let man = Man::new(command.clone()).source(source).manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if whole {
        man.render_subcommands_section(&mut page)?;
    }
    if command.get_after_help().is_some() {
        man.render_extra_section(&mut page)?;
    }
    let mut rest = Roff::new();
    if whole {
        listed(&mut rest, "EXIT STATUS OF THE WINDOW", WINDOW_ENDS);
        listed(&mut rest, "EXIT STATUS OF A COMMAND", COMMAND_ENDS);
        listed(&mut rest, "FILES", FILES);
        rest.control("PP", []).text([roman(FILES_MOVED)]);
    } else {
        listed(&mut rest, "EXIT STATUS", COMMAND_ENDS);
    }
    rest.control("SH", ["SEE ALSO"]);
    let mut also = Vec::new();
    for name in beside {
        also.extend([roman(if also.is_empty() { "" } else { ", " }), bold(name.as_str()), roman("(1)")]);
    }
    rest.text(also);
    rest.to_writer(&mut page)?;
    page.flush()?;
    Ok(page)
}

/// A section of terms, each with what it means.
fn listed(page: &mut Roff, section: &str, terms: &[(&str, &str)]) {
    page.control("SH", [section]);
    for (term, meaning) in terms {
        page.control("TP", []).text([bold(*term)]).text([roman(*meaning)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a reader sees it: without what roff escapes.
    fn read(page: &[u8]) -> String {
        String::from_utf8(page.to_vec())
            .unwrap()
            .replace("\\-", "-")
            .replace("\\fB", "")
            .replace("\\fR", "")
            .replace("\\fI", "")
    }

    #[test]
    fn each_option_of_the_program_and_of_each_command_is_in_its_page() {
        let mut whole = Arguments::command();
        whole.build();
        let pages = pages(&whole).unwrap();
        let all: Vec<&Command> = std::iter::once(&whole).chain(commands(&whole)).collect();
        assert_eq!(pages.len(), all.len());
        let mut looked_at = 0;
        for (command, (name, page)) in all.iter().zip(&pages) {
            let page = read(page);
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                let shown = argument.get_long().map_or_else(
                    || argument.get_value_names().unwrap_or_default()[0].to_string(),
                    |long| format!("--{long}"),
                );
                assert!(page.contains(&shown), "{name} lacks {shown}: {page}");
                looked_at += 1;
            }
            assert!(page.contains("EXIT STATUS") && page.contains("SEE ALSO"), "{name}: {page}");
            assert!(!page.contains("demo-stands-still"), "{name}");
        }
        assert!(looked_at > 100, "{looked_at}");
    }

    #[test]
    fn the_page_of_the_program_names_its_commands_codes_and_files() {
        let mut whole = Arguments::command();
        whole.build();
        let page = read(&pages(&whole).unwrap()[0].1);
        for word in [
            "brokerscope-log-dirs",
            "brokerscope-doctor",
            "profiles.json",
            ".window-state.json",
            "A part was told",
        ] {
            assert!(page.contains(word), "{word}: {page}");
        }
    }

    #[test]
    fn pages_and_completions_are_the_same_bytes_each_time() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [&one, &two] {
            write(folder.path()).unwrap();
        }
        for file in [
            "man/brokerscope.1",
            "man/brokerscope-overview.1",
            "completions/brokerscope.bash",
            "completions/_brokerscope",
            "completions/brokerscope.fish",
        ] {
            let of = |folder: &tempfile::TempDir| fs::read(folder.path().join(file)).unwrap();
            assert!(of(&one).len() > 500 && of(&one) == of(&two), "{file}");
        }
    }
}
