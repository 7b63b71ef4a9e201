//! The verdict on a cluster, with its reasons: each names what is so, then what it means, and leads to the rows.
//!
//! "Healthy" is said only when all that it rests on is known. What is not known yet is no reason to worry and no reason to
//! be calm either.

mod untold;

use admin::Dirs;
use contract::{BrokerState, BrokerTab, ConnectionState, Level, Millis, Place, Reason, Verdict};

use crate::{
    kept::Shelf,
    open_cluster::OpenCluster,
    tables::{grouped, grouped_usize},
    views::DirEntry,
};

/// Reasons of one kind beyond this are told as one.
const APART: usize = 4;

/// Judges by what is known now.
pub(crate) fn judge(open: &OpenCluster, log_dirs: &Shelf<i32, Dirs>) -> (Verdict, Vec<Reason>) {
    let snapshot = open.snapshot();
    if snapshot.brokers_source().is_none() {
        return match open.state() {
            ConnectionState::Failed { error } => {
                let text = format!(": {}", sentence(&error.message));
                (Verdict::Unknown, vec![reason(Level::Bad, "No broker answers", text, None, None)])
            }
            _ => (Verdict::Unknown, Vec::new()),
        };
    }
    let mut reasons = Vec::new();
    if let ConnectionState::Failed { error } = open.state() {
        let text = format!(": {} What is shown is from before.", sentence(&error.message));
        reasons.push(reason(Level::Bad, "No broker answers now", text, None, None));
        return (Verdict::Unknown, reasons);
    }
    partitions(open, &mut reasons);
    untold::listing(open, &mut reasons);
    untold::configs(open, &mut reasons);
    brokers(open, &mut reasons);
    directories(&open.dir_entries(log_dirs), &mut reasons);
    untold::log_dirs(open, log_dirs, &mut reasons);
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.level));
    let worst = reasons.iter().map(|reason| reason.level).max().unwrap_or_default();
    let verdict = match worst {
        Level::Bad => Verdict::Unhealthy,
        Level::Warn => Verdict::Degraded,
        Level::Plain if complete(open, log_dirs) => Verdict::Healthy,
        Level::Plain => Verdict::Unknown,
    };
    (verdict, reasons)
}

/// Whether all that "healthy" rests on has been told.
fn complete(open: &OpenCluster, log_dirs: &Shelf<i32, Dirs>) -> bool {
    let snapshot = open.snapshot();
    // A right that is missing leaves log dirs or configs out for good; asked for they must have been.
    let dirs_asked = open.known_brokers().iter().all(|id| log_dirs.contains_key(id));
    let configs = open.held.row_configs.all();
    let configs_asked = snapshot.topics().all(|topic| {
        let kept = configs.get(topic.name());
        kept.is_some_and(|kept| kept.good.is_some() || kept.failed.as_ref().is_some_and(untold::refused))
    });
    let listed = snapshot.listing_source().is_some() && snapshot.listing_failure().is_none();
    listed && dirs_asked && configs_asked
}

fn reason(
    level: Level,
    head: impl Into<String>,
    text: impl Into<String>,
    verbatim: Option<String>,
    link: Option<(&str, Place)>,
) -> Reason {
    Reason {
        level,
        head: head.into(),
        since: None,
        text: text.into(),
        verbatim,
        link: link.map(|(text, place)| (text.to_owned(), place)),
    }
}

fn brokers(open: &OpenCluster, reasons: &mut Vec<Reason>) {
    let tally = open.tally();
    let mut troubled: Vec<(i32, &str, Option<Millis>, String)> = Vec::new();
    for id in open.known_brokers() {
        let share = tally.share(id);
        let lagging = share.replicas - share.in_sync.min(share.replicas);
        let out = match lagging {
            0 => ".".to_owned(),
            1 => ". 1 replica is out of sync because of it.".to_owned(),
            n => format!(". {} replicas are out of sync because of it.", grouped(i64::from(n))),
        };
        match open.broker_state(id) {
            BrokerState::Up => {}
            BrokerState::Down { since } => troubled.push((id, "is down", since, out)),
            BrokerState::Fenced { since } => troubled.push((id, "is fenced", since, out)),
            BrokerState::NotAnswering { since, error } => {
                let text = format!(": {}", sentence(&error.message));
                troubled.push((id, "does not answer", Some(since), text));
            }
        }
    }
    if troubled.len() > APART {
        let ids: Vec<String> = troubled.iter().take(10).map(|(id, _, _, _)| id.to_string()).collect();
        let more = if troubled.len() > ids.len() { ", \u{2026}" } else { "" };
        let head = format!("{} brokers are not up", troubled.len());
        let link = Some(("Show them", Place::Brokers { chip: "trouble".to_owned() }));
        reasons.push(reason(Level::Warn, head, format!(": {}{more}.", ids.join(", ")), None, link));
        return;
    }
    for (id, how, since, text) in troubled {
        let link = format!("Open broker {id}");
        let place = Place::Broker { id, tab: BrokerTab::Overview };
        let told = reason(Level::Warn, format!("Broker {id} {how}"), text, None, Some((&link, place)));
        reasons.push(Reason { since, ..told });
    }
}

fn partitions(open: &OpenCluster, reasons: &mut Vec<Reason>) {
    let tally = open.tally();
    let topics = |chip: &str| Some(("Show them", Place::Topics { chip: chip.to_owned() }));
    if tally.leaderless > 0 {
        let text = "; nothing can be read or written there.";
        reasons.push(reason(
            Level::Bad,
            counted(tally.leaderless, "partition has", "partitions have") + " no leader",
            text,
            None,
            topics("leaderless"),
        ));
    }
    let min_isr = open.min_isr_tally();
    if min_isr.below > 0 {
        let head = counted(min_isr.below, "partition is", "partitions are") + " below min ISR";
        let text = "; writes that want all replicas are refused.";
        reasons.push(reason(Level::Bad, head, text, None, topics("at_min_isr")));
    }
    if min_isr.at > 0 {
        let head = counted(min_isr.at, "partition is", "partitions are") + " at min ISR";
        let text = "; losing one more broker stops writes to them.";
        reasons.push(reason(Level::Warn, head, text, None, topics("at_min_isr")));
    }
    // Replicas on brokers that are not up have their reason already.
    let explained: u32 = open
        .known_brokers()
        .into_iter()
        .filter(|id| open.broker_state(*id) != BrokerState::Up)
        .map(|id| tally.share(id))
        .map(|share| share.replicas.saturating_sub(share.in_sync))
        .sum();
    let rest = tally.out_of_sync.saturating_sub(explained);
    if rest > 0 {
        let head = counted(rest, "replica is", "replicas are") + " out of sync";
        reasons.push(reason(Level::Warn, head, " on brokers that are up.", None, topics("out_of_sync")));
    }
}

fn directories(entries: &[DirEntry], reasons: &mut Vec<Reason>) {
    let offline: Vec<&DirEntry> = entries.iter().filter(|entry| entry.offline()).collect();
    let chip = |chip: &str| Some(("Log dirs", Place::LogDirs { chip: chip.to_owned() }));
    if offline.len() > APART {
        let head = format!("{} log dirs are offline", grouped_usize(offline.len()));
        reasons.push(reason(Level::Warn, head, ".", None, chip("offline")));
    } else {
        for entry in offline {
            let path = entry.dir().map(|dir| dir.path.clone());
            let head = "One log dir is offline";
            let text = format!(" on broker {}: ", entry.broker);
            reasons.push(reason(Level::Warn, head, text, path, chip("offline")));
        }
    }
    let full: Vec<&DirEntry> = entries.iter().filter(|entry| entry.kept.fresh() && entry.full()).collect();
    if full.len() > APART {
        let head = format!("{} log dirs are over 85 % full", grouped_usize(full.len()));
        reasons.push(reason(Level::Warn, head, ".", None, chip("full")));
    } else {
        for entry in full {
            let used = entry.used_percent().unwrap_or_default();
            let head = format!("A volume is {used:.0} % full");
            let path = entry.dir().map(|dir| dir.path.clone());
            let text = format!(" on broker {}: ", entry.broker);
            reasons.push(reason(Level::Warn, head, text, path, chip("full")));
        }
    }
}

/// What happened, without where: the reason names the broker already.
fn sentence(message: &str) -> String {
    let what = message.split(" [").next().unwrap_or(message).trim_end();
    if what.ends_with(['.', '?', '!']) { what.to_owned() } else { format!("{what}.") }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{} {}", grouped(i64::from(number)), if number == 1 { one } else { many })
}
