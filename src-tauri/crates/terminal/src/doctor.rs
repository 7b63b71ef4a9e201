//! The connection doctor in a terminal: for a server without a display, and for a script that waits until a cluster can be
//! reached. It goes the same way as the window's and prints what the window would copy.

use std::io::{self, Write};

use arguments::Doctor;
use contract::Examination;
use engine::{Engine, Which};

use crate::{
    Pens,
    connection::{secrets, sentence, unlocked, which},
    exit::Exit,
    output::plain,
};

pub(crate) async fn examined(
    engine: &Engine,
    arguments: &Doctor,
    pens: &mut Pens<'_>,
) -> Result<Exit, String> {
    let secrets = secrets(&arguments.cluster)?;
    let mut ill = which(&arguments.cluster)?;
    if let (Which::Given(profile), Some(seconds)) = (&mut ill, arguments.timeout) {
        profile.timeouts.connect = Some(seconds.saturating_mul(1000));
    }
    let mut diagnosed = engine.diagnose(ill, secrets.clone()).await;
    if let Err(why) = &diagnosed
        && unlocked(engine, &arguments.cluster, why).await?
    {
        // A connection that is kept, which the arguments say whole.
        diagnosed = engine.diagnose(which(&arguments.cluster)?, secrets).await;
    }
    let diagnosed = diagnosed.map_err(|error| sentence(&error))?;
    for note in &diagnosed.notes {
        pens.say(note);
    }
    let healthy = diagnosed.examination.verdict.as_ref().is_some_and(|verdict| verdict.healthy);
    let exit = if healthy { Exit::Whole } else { Exit::Nothing };
    let printed = print(&diagnosed.examination, arguments.json, pens.out);
    Ok(pens.printed(printed, exit))
}

fn print(examination: &Examination, json: bool, mut out: &mut dyn Write) -> io::Result<()> {
    if json {
        serde_json::to_writer_pretty(&mut out, examination)?;
        return writeln!(out);
    }
    // Brokers have a say in it: their names, and what answered instead of them.
    engine::report(examination).lines().try_for_each(|line| writeln!(out, "{}", plain(line)))
}
