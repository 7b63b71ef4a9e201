//! Where a request would go and why, told before it goes.

use contract::{ApiError, Explained, ExplainedTarget};
use leptos::prelude::*;

use crate::model::cell::sentence;

pub(super) fn path(explained: Explained) -> impl IntoView {
    let targets = together(&explained.targets)
        .into_iter()
        .map(|(names, addresses, says, trouble)| {
            view! {
                <div class="target" title=addresses>
                    <b class:amber=trouble>{names}</b>
                    <p>{says}</p>
                </div>
            }
        })
        .collect_view();
    // What the gate refuses is said there; here stands what is still lacking.
    let refused = explained.refused.filter(|_| explained.passes).map(|error| {
        view! {
            <li>
                <span>"Not yet"</span>
                <div class="red" data-testid="refused">{sentence(&error)}</div>
            </li>
        }
    });
    let gate = if explained.passes { "Passes" } else { "Refused" };
    view! {
        <ul class="path" data-testid="explained">
            <li>
                <span>"Class"</span>
                <div><b>{explained.class}</b><p>{explained.class_why}</p></div>
            </li>
            <li>
                <span>"Spread"</span>
                <div><b>{explained.spread}</b><p>{explained.spread_why}</p></div>
            </li>
            <li>
                <span>"Goes to"</span>
                <div>{targets}</div>
            </li>
            <li>
                <span>"Gate"</span>
                <div><b class:red=!explained.passes data-testid="gate">{gate}</b><p>{explained.gate_why}</p></div>
            </li>
            {refused}
        </ul>
    }
}

/// The nearest command of Kafka's own tools, to be marked and copied.
pub(super) fn command(explained: Option<Result<Explained, ApiError>>) -> Option<impl IntoView> {
    let command = explained?.ok()?.command?;
    Some(view! {
        <div class="labelled">
            "The same with Kafka's own tools"
            <code class="command">{command}</code>
        </div>
    })
}

/// Brokers of which the same is to be said, in one line: names, addresses, what is said, whether it is trouble.
fn together(targets: &[ExplainedTarget]) -> Vec<(String, String, String, bool)> {
    let mut lines: Vec<(String, String, String, bool)> = Vec::new();
    for target in targets {
        let parts = [&target.state, &target.why].into_iter().filter(|text| !text.is_empty());
        let says = parts.map(String::as_str).collect::<Vec<_>>().join("; ");
        let name = target.broker.map_or_else(|| target.address.clone(), |id| id.to_string());
        let same = lines.iter_mut().find(|(.., said, trouble)| *said == says && *trouble == target.trouble);
        match same {
            Some((names, addresses, ..)) => {
                *names = format!("{names}, {name}");
                *addresses = format!("{addresses}, {}", target.address);
            }
            None => {
                let named = if target.broker.is_some() { format!("Broker {name}") } else { name };
                lines.push((named, target.address.clone(), says, target.trouble));
            }
        }
    }
    for (names, ..) in &mut lines {
        if names.contains(", ") {
            *names = names.replacen("Broker ", "Brokers ", 1);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use contract::ExplainedTarget;

    use super::together;

    #[test]
    fn brokers_in_the_same_state_stand_in_one_line_and_trouble_apart() {
        let target = |broker, state: &str, trouble| ExplainedTarget {
            broker: Some(broker),
            address: format!("kafka-{broker}:9092"),
            state: state.to_owned(),
            why: String::new(),
            trouble,
        };
        let lines = together(&[
            target(1, "connected", false),
            target(4, "down", true),
            target(2, "connected", false),
        ]);
        let names: Vec<&str> = lines.iter().map(|(names, ..)| names.as_str()).collect();
        assert_eq!(names, ["Brokers 1, 2", "Broker 4"]);
    }
}
