//! A row of the table: what each client took, what ours should reach, and whether it does. The verdict is computed here
//! from the figures of the same run and nowhere else, so that no row can be called met by hand.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    Ours,
    KafkaMeta,
    Rskafka,
    Rdkafka,
}

impl Client {
    pub const ALL: [Client; 4] = [Client::Ours, Client::KafkaMeta, Client::Rskafka, Client::Rdkafka];
    pub const PEERS: [Client; 3] = [Client::KafkaMeta, Client::Rskafka, Client::Rdkafka];

    pub fn name(self) -> &'static str {
        match self {
            Client::Ours => "ours",
            Client::KafkaMeta => "kafka-meta",
            Client::Rskafka => "rskafka",
            Client::Rdkafka => "rdkafka",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    Count,
    Bytes,
    PerSecond,
}

#[derive(Clone, Debug)]
pub enum Cell {
    Value(f64),
    /// It did not end; the seconds that were waited for it.
    Never(f64),
    /// Why it can't be measured.
    Not(&'static str),
}

#[derive(Clone, Debug)]
pub enum Goal {
    None,
    /// So many times better than the closest peer.
    Times(f64),
    /// No more than this.
    AtMost(f64),
    /// No more than so many times a figure of the same run, which has a name.
    TimesOf(f64, f64, &'static str),
    AheadOfAll,
}

pub struct Line {
    pub what: String,
    pub unit: Unit,
    pub cells: Vec<(Client, Cell)>,
    pub goal: Goal,
    /// What has to be known beside a figure.
    pub notes: Vec<String>,
}

pub struct Row {
    pub number: u32,
    pub title: &'static str,
    /// How it is measured, what counts, and what would be unfair to read into it.
    pub how: String,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    NoGoal,
    Met(String),
    Short(String),
}

impl Line {
    pub fn new(what: impl Into<String>, unit: Unit, goal: Goal) -> Line {
        Line { what: what.into(), unit, cells: Vec::new(), goal, notes: Vec::new() }
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Line {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn cell(mut self, client: Client, cell: Cell) -> Line {
        self.cells.push((client, cell));
        self
    }

    #[must_use]
    pub fn values(mut self, values: &[(Client, f64)]) -> Line {
        self.cells.extend(values.iter().map(|(client, value)| (*client, Cell::Value(*value))));
        self
    }

    pub fn of(&self, client: Client) -> Option<&Cell> {
        self.cells.iter().find(|(of, _)| *of == client).map(|(_, cell)| cell)
    }

    pub fn ours(&self) -> Option<f64> {
        match self.of(Client::Ours)? {
            Cell::Value(value) => Some(*value),
            Cell::Never(_) | Cell::Not(_) => None,
        }
    }

    /// How many times better than this peer.
    pub fn ratio(&self, peer: Client) -> Option<f64> {
        let (ours, Some(Cell::Value(theirs))) = (self.ours()?, self.of(peer)) else { return None };
        Some(if self.unit == Unit::PerSecond { ours / theirs } else { theirs / ours })
    }

    /// How many times better than the best of the peers.
    fn closest(&self) -> Option<f64> {
        Client::PEERS.iter().filter_map(|peer| self.ratio(*peer)).min_by(f64::total_cmp)
    }

    pub fn verdict(&self) -> Verdict {
        let Some(ours) = self.ours() else {
            return match (&self.goal, self.of(Client::Ours)) {
                (Goal::None, _) => Verdict::NoGoal,
                (_, Some(Cell::Never(waited))) => Verdict::Short(format!("not within {waited:.0} s")),
                (_, Some(Cell::Not(why))) => Verdict::Short(format!("not measured: {why}")),
                _ => Verdict::Short("not measured".to_owned()),
            };
        };
        let judged = |met: bool, words: String| if met { Verdict::Met(words) } else { Verdict::Short(words) };
        match &self.goal {
            Goal::None => Verdict::NoGoal,
            Goal::Times(times) => match self.closest() {
                Some(closest) => judged(closest >= *times, format!("{} of {times}×", times_text(closest))),
                None => Verdict::Met("no peer has it".to_owned()),
            },
            Goal::AtMost(most) => {
                let words = if ours <= *most {
                    String::new()
                } else {
                    format!("{} times the goal", times_text(ours / most).trim_end_matches('×'))
                };
                judged(ours <= *most, words)
            }
            Goal::TimesOf(times, of, _) => {
                judged(ours <= times * of, format!("{} of it", times_text(ours / of)))
            }
            Goal::AheadOfAll => match self.closest() {
                Some(closest) => {
                    judged(closest > 1.0, format!("{} of the closest peer", times_text(closest)))
                }
                None => Verdict::Met("no peer has it".to_owned()),
            },
        }
    }

    pub fn goal_text(&self) -> String {
        match &self.goal {
            Goal::None => "–".to_owned(),
            Goal::Times(times) => format!("{times}× the closest peer"),
            Goal::AtMost(most) => format!("≤ {}", self.unit.text(*most)),
            Goal::TimesOf(times, of, name) => format!("≤ {times} × {} ({name})", self.unit.text(*of)),
            Goal::AheadOfAll => "ahead of all".to_owned(),
        }
    }

    pub fn cell_text(&self, client: Client) -> String {
        match self.of(client) {
            None => "–".to_owned(),
            Some(Cell::Not(why)) => (*why).to_owned(),
            Some(Cell::Never(waited)) => format!("not within {waited:.0} s"),
            Some(Cell::Value(value)) => {
                let text = self.unit.text(*value);
                match self.ratio(client) {
                    Some(ratio) if client != Client::Ours => format!("{text} ({})", times_text(ratio)),
                    _ => text,
                }
            }
        }
    }

    fn json(&self) -> Value {
        let cells = Client::ALL.iter().filter_map(|client| {
            let cell = match self.of(*client)? {
                Cell::Value(value) => json!({ "value": value, "ours_is_better_by": self.ratio(*client) }),
                Cell::Never(waited) => json!({ "never_within_seconds": waited }),
                Cell::Not(why) => json!({ "not_measured": why }),
            };
            Some((client.name().to_owned(), cell))
        });
        let (verdict, words) = match self.verdict() {
            Verdict::NoGoal => ("no goal", String::new()),
            Verdict::Met(words) => ("met", words),
            Verdict::Short(words) => ("short", words),
        };
        json!({
            "what": self.what,
            "unit": format!("{:?}", self.unit),
            "clients": cells.collect::<serde_json::Map<_, _>>(),
            "goal": self.goal_text(),
            "verdict": verdict,
            "by": words,
            "notes": self.notes,
        })
    }
}

impl Row {
    pub fn json(&self) -> Value {
        let lines: Vec<Value> = self.lines.iter().map(Line::json).collect();
        json!({ "row": self.number, "title": self.title, "how": self.how, "lines": lines })
    }
}

fn times_text(times: f64) -> String {
    if times >= 100.0 {
        format!("{times:.0}×")
    } else if times >= 10.0 {
        format!("{times:.1}×")
    } else {
        format!("{times:.2}×")
    }
}

impl Unit {
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Seconds if value < 1e-6 => format!("{:.1} ns", value * 1e9),
            Unit::Seconds if value < 1e-3 => format!("{:.1} µs", value * 1e6),
            Unit::Seconds if value < 1.0 => format!("{:.2} ms", value * 1e3),
            Unit::Seconds => format!("{value:.2} s"),
            Unit::Bytes if value < 10e3 => format!("{value:.0} B"),
            Unit::Bytes if value < 1e6 => format!("{:.1} kB", value / 1e3),
            Unit::Bytes => format!("{:.1} MB", value / 1e6),
            Unit::Count | Unit::PerSecond => {
                let text = grouped(value.round() as i64);
                if self == Unit::PerSecond { format!("{text}/s") } else { text }
            }
        }
    }
}

fn grouped(number: i64) -> String {
    let digits = number.abs().to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if number < 0 { format!("-{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(unit: Unit, ours: f64, theirs: f64, goal: Goal) -> Line {
        let cells = [(Client::Ours, ours), (Client::KafkaMeta, theirs)];
        Line::new("a line", unit, goal).values(&cells)
    }

    #[test]
    fn the_closest_peer_decides() {
        let line = line(Unit::Seconds, 1.0, 6.0, Goal::Times(6.0));
        assert!(matches!(line.verdict(), Verdict::Met(_)));
        let line = line.cell(Client::Rdkafka, Cell::Value(5.0));
        assert_eq!(line.verdict(), Verdict::Short("5.00× of 6×".to_owned()));
    }

    #[test]
    fn more_a_second_is_better() {
        let line = line(Unit::PerSecond, 90.0, 100.0, Goal::AheadOfAll);
        assert!(matches!(line.verdict(), Verdict::Short(_)));
    }

    #[test]
    fn what_never_came_is_short() {
        let line =
            Line::new("a line", Unit::Seconds, Goal::AtMost(1.0)).cell(Client::Ours, Cell::Never(20.0));
        assert_eq!(line.verdict(), Verdict::Short("not within 20 s".to_owned()));
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(Unit::Count.text(1_234_567.0), "1,234,567");
        assert_eq!(Unit::Count.text(999.0), "999");
    }
}
