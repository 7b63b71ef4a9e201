//! Tells somebody why there is no window: a sentence in the terminal, and where there is a display but maybe no terminal that anybody
//! sees, a dialog. The toolkit may be just what is missing, so the dialog is one of the small programs that desktops bring for scripts.

use std::{
    env,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::display;

const TITLE: &str = "Brokerscope";

/// Those programs with what they take before the text; the first that works shows it.
const PROGRAMS: &[(&str, &[&str], Text)] = &[
    ("zenity", &["--error", "--title", TITLE, "--width", "480", "--no-markup", "--text"], Text::Next),
    ("kdialog", &["--title", TITLE, "--error"], Text::Next),
    (
        "yad",
        &[
            "--image",
            "dialog-error",
            "--title",
            TITLE,
            "--width",
            "480",
            "--button",
            "OK:0",
            "--no-markup",
            "--text",
        ],
        Text::Next,
    ),
    ("gxmessage", &["-center", "-title", TITLE, "-buttons", "OK:0"], Text::Wrapped),
    ("xmessage", &["-center", "-title", TITLE, "-buttons", "OK:0"], Text::Wrapped),
];

/// How a program takes its text.
#[derive(Clone, Copy)]
enum Text {
    /// It breaks lines itself.
    Next,
    /// It shows them as they are.
    Wrapped,
}

/// One that doesn't work ends within this.
const AT_ONCE: Duration = Duration::from_millis(1500);
const PAUSE: Duration = Duration::from_millis(10);
const LINE: usize = 72;

/// Says it on standard error, and in a dialog where there is a display.
pub fn tell(sentence: &str) {
    eprintln!("brokerscope: {sentence}");
    if cfg!(target_os = "linux") && display::named() {
        show(sentence);
    }
}

/// The dialog is left open when we end: a script on a display that nobody looks at is not held up by it.
fn show(sentence: &str) {
    for &(program, before, text) in PROGRAMS {
        let Some(path) = on_path(program) else { continue };
        let shown = match text {
            Text::Next => capital(sentence),
            Text::Wrapped => wrapped(&capital(sentence)),
        };
        let mut command = Command::new(path);
        command.args(before).arg(shown);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok_and(stays) {
            return;
        }
    }
}

/// Whether it shows something: it goes on, or somebody has closed it by now.
fn stays(mut dialog: Child) -> bool {
    let until = Instant::now() + AT_ONCE;
    loop {
        match dialog.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < until => thread::sleep(PAUSE),
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// The program by its whole path. A folder of the PATH that depends on where we stand is not gone by.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_broken_between_words_and_nothing_is_lost() {
        let text = "the window can't be opened: ".repeat(12);
        let broken = wrapped(text.trim_end());
        assert!(broken.lines().all(|line| line.chars().count() <= LINE), "{broken}");
        assert_eq!(broken.replace('\n', " "), text.trim_end());
        assert_eq!(capital("no window"), "No window.");
    }
}
