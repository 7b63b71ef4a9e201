//! The command line, for machines without a display and for scripts: the engine's own pages, printed.
//!
//! It asks through the same calls as the window, so that the two can't tell different things, and it is read-only whatever the
//! profile says. What could not be told is a mark in its cell with its reason beside, never a zero; and the exit code says
//! whether everything was told, a part, or nothing.

mod cell;
mod connection;
mod doctor;
mod exit;
mod explain;
mod facts;
mod look;
mod output;
mod settled;
mod shown;
mod views;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use engine::{Clock, DemoSource, Engine, Options, Programs, SecretStores};

pub use arguments::{Arguments, Command};
pub use exit::Exit;

/// What the command line finds around it.
pub struct Surroundings {
    /// Where the connections of the window are kept.
    pub config_dir: PathBuf,
    /// It was named on the command line: it is made where it is missing, and what can't be kept in it is said.
    pub make_folder: bool,
    pub demo: Arc<dyn DemoSource>,
}

impl Surroundings {
    /// Where connections are kept already, if any are.
    #[must_use]
    pub fn new(config_dir: PathBuf, demo: Arc<dyn DemoSource>) -> Surroundings {
        Surroundings { config_dir, make_folder: false, demo }
    }
}

/// Where it writes: what was asked for, and what has to be said beside it.
pub struct Pens<'a> {
    pub out: &'a mut (dyn Write + Send),
    pub err: &'a mut (dyn Write + Send),
}

impl Pens<'_> {
    /// Beside the answer. Who closed the pipe has read enough; the code is still the answer.
    pub(crate) fn say(&mut self, what: &str) {
        let _ = writeln!(self.err, "brokerscope: {what}");
    }

    /// What a command ends with once its answer was written as far as that went. Who closed the pipe has read enough; on a full disk
    /// there is less than was told, and a script must not take that for all.
    pub(crate) fn printed(&mut self, printed: io::Result<()>, exit: Exit) -> Exit {
        match printed.and_then(|()| self.out.flush()) {
            Err(why) if why.kind() != io::ErrorKind::BrokenPipe => {
                self.say(&format!("the answer can't be written: {why}"));
                Exit::Nothing
            }
            _ => exit,
        }
    }
}

/// Does what is asked and says how it went.
#[must_use]
pub fn run(command: &Command, surroundings: Surroundings) -> ExitCode {
    let (mut out, mut err) = (io::BufWriter::new(io::stdout()), io::stderr());
    let mut pens = Pens { out: &mut out, err: &mut err };
    let exit = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(carry_out(command, surroundings, &mut pens)),
        Err(why) => {
            pens.say(&format!("it can't start: {why}"));
            Exit::CanNotBegin
        }
    };
    let _ = out.flush();
    exit.into()
}

/// The same in a runtime that is there, into any pens.
pub async fn carry_out(command: &Command, surroundings: Surroundings, pens: &mut Pens<'_>) -> Exit {
    carried_out(command, surroundings, pens).await.unwrap_or_else(|why| {
        pens.say(&why);
        Exit::CanNotBegin
    })
}

async fn carried_out(
    command: &Command,
    surroundings: Surroundings,
    pens: &mut Pens<'_>,
) -> Result<Exit, String> {
    let engine = Engine::new(Options {
        config_dir: surroundings.config_dir,
        demo: Some(surroundings.demo),
        connect: None,
        clock: Clock::machine(),
        secrets: SecretStores::machine(),
        programs: Programs::on_path(),
    });
    if surroundings.make_folder
        && let Some(unkept) = engine.make_folder()
    {
        pens.say(&unkept);
    }
    let ended = match command {
        Command::Doctor(doctor) => doctor::examined(&engine, doctor, pens).await,
        Command::Explain(explain) => explain::explained(&engine, explain, pens).await,
        Command::Overview(look) => look::looked(&engine, look, views::View::Overview, pens).await,
        Command::Brokers(list) => look::listed(&engine, list, views::View::Brokers, pens).await,
        Command::LogDirs(list) => look::listed(&engine, list, views::View::LogDirs, pens).await,
        Command::Topics(list) => look::listed(&engine, list, views::View::Topics, pens).await,
        Command::Topic(topic) => look::topic(&engine, topic, pens).await,
        Command::Acls(acls) => look::acls(&engine, acls, pens).await,
        Command::ScramUsers(list) => look::listed(&engine, list, views::View::ScramUsers, pens).await,
        Command::Quotas(list) => look::listed(&engine, list, views::View::Quotas, pens).await,
        Command::Groups(list) => look::listed(&engine, list, views::View::Groups, pens).await,
        Command::Quorum(list) => look::listed(&engine, list, views::View::Quorum, pens).await,
        Command::Reassignments(list) => look::listed(&engine, list, views::View::Reassignments, pens).await,
        Command::Transactions(list) => look::listed(&engine, list, views::View::Transactions, pens).await,
    };
    // Also what was started for the way there.
    engine.close_all().await;
    ended
}
