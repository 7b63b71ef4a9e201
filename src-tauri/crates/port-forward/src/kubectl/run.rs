//! One `kubectl port-forward` from its start to its end: what it is told, the port that it names, and why it ended.

use std::{
    ffi::OsString,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use tokio::{sync::watch, time::sleep};

use super::target::Target;
use crate::{
    Programs,
    attempt::Course,
    child::{Child, Output},
    living::Living,
    tether::Order,
    words::Words,
};

pub(crate) struct Run {
    pub(crate) what: String,
    pub(crate) order: Order,
    pub(crate) patience: Duration,
    pub(crate) living: Living,
    pub(crate) words: Arc<Words>,
}

/// Each name is part of the option that it belongs to, so that none can be read as an option itself.
pub(crate) fn order(programs: &Programs, context: &str, target: &Target) -> Result<Order, String> {
    let mut arguments: Vec<OsString> = Vec::new();
    if !context.is_empty() {
        arguments.push(format!("--context={context}").into());
    }
    if !target.namespace.is_empty() {
        arguments.push(format!("--namespace={}", target.namespace).into());
    }
    arguments.extend(["port-forward", "--address=127.0.0.1"].map(OsString::from));
    arguments.push(target.resource.clone().into());
    arguments.push(format!(":{}", target.port).into());
    let path = programs.path().map(|path| ("PATH", Some(path)));
    let environment = programs.environment().chain(path).collect();
    Ok(Order { program: programs.find("kubectl")?, arguments, environment })
}

impl Run {
    pub(crate) async fn through(self, course: Course<SocketAddr>) {
        let Run { what, order, patience, living, words } = self;
        let (port, mut named) = watch::channel(None);
        let heard = Arc::clone(&words);
        let listener = Arc::new(move |output, line: &str| match output {
            Output::Stdout => {
                if let Some(found) = port_in(line) {
                    port.send_replace(Some(found));
                }
            }
            Output::Stderr => heard.add(without_origin(line)),
        });
        let mut child = match Child::start(order, &living, listener).await {
            Ok(child) => child,
            Err(error) => return course.ended(format!("{what} could not be started: {error}")),
        };
        course.pid(child.pid);
        tokio::select! {
            biased;
            () = child.gone() => {}
            Ok(port) = async { named.wait_for(Option::is_some).await.map(|port| *port) } => {
                if let Some(port) = port {
                    course.up(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
                }
            }
            () = sleep(patience) => {
                let said = words.last().map(|said| format!("; it said: {said}")).unwrap_or_default();
                return course.ended(format!("{what} had no port after {} s{said}", patience.as_secs_f32()));
            }
        }
        child.gone().await;
        course.ending();
        let end = child.ended().await;
        course.ended(why(&what, &end.to_string(), words.last()));
    }
}

fn why(what: &str, end: &str, said: Option<String>) -> String {
    let Some(said) = said else { return format!("{what} {end} and said nothing") };
    let log_in = ["Unauthorized", "logged in", "getting credentials", "exec plugin", "provide credentials"];
    let advice = if log_in.iter().any(|word| said.contains(word)) {
        ". Log in as for any other use of kubectl: what works in a terminal works here"
    } else {
        ""
    };
    format!("{what} {end}: {said}{advice}")
}

/// Of "Forwarding from 127.0.0.1:34567 -> 9092".
fn port_in(line: &str) -> Option<u16> {
    let (port, _) = line.trim().strip_prefix("Forwarding from 127.0.0.1:")?.split_once(" -> ")?;
    port.parse().ok().filter(|port| *port != 0)
}

/// Without the place in its source that kubectl puts before what it reports ("E1130 16:35:02.123456   12345 portforward.go:409] ").
fn without_origin(line: &str) -> &str {
    let is_report = line.starts_with(['E', 'W', 'I', 'F']) && line.get(1..5).is_some_and(all_digits);
    match line.split_once("] ") {
        Some((_, report)) if is_report => report,
        _ => line,
    }
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_port_of_this_machine_is_taken() {
        assert_eq!(port_in("Forwarding from 127.0.0.1:34567 -> 9092\r"), Some(34567));
        for line in [
            "Forwarding from [::1]:34567 -> 9092",
            "Forwarding from 10.0.0.1:34567 -> 9092",
            "Forwarding from 127.0.0.1:0 -> 9092",
            "Forwarding from 127.0.0.1:99999 -> 9092",
            "Forwarding from 127.0.0.1:1",
            "Handling connection for 34567",
        ] {
            assert_eq!(port_in(line), None, "{line}");
        }
    }

    #[test]
    fn what_kubectl_reports_is_told_without_its_origin() {
        let line =
            "E1130 16:35:02.123456   12345 portforward.go:409] an error occurred forwarding 34567 -> 9092";
        assert_eq!(without_origin(line), "an error occurred forwarding 34567 -> 9092");
        for line in ["error: [a] b", "Error from server (NotFound): pods \"x\" not found", "E", ""] {
            assert_eq!(without_origin(line), line);
        }
    }
}
