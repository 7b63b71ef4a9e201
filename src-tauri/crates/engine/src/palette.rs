//! The palette: pages, topics, brokers and groups by a few letters, the nearest first. It searches what is known and says
//! what is not known yet, so that "no hit" never means "not looked".

use std::collections::BTreeSet;

use contract::{BrokerTab, PaletteHit, PaletteHits, Place, TopicTab};

use crate::{
    open_cluster::OpenCluster,
    tables::{PAGE_BYTES, count, holds, json_len},
};

const HITS_MOST: usize = 40;

impl OpenCluster {
    /// Everything whose name holds the text.
    pub(crate) fn search(&self, text: &str) -> PaletteHits {
        let needle = text.trim().to_lowercase();
        let snapshot = self.snapshot();
        let groups = self.held.groups.all();
        let acls = self.held.acls.get();
        let mut found: Vec<(u8, usize, PaletteHit)> = Vec::new();
        let mut add = |kind: &str, text: &str, note: String, place: Place| {
            let Some(rank) = rank(text, &needle) else { return };
            let hit = PaletteHit { kind: kind.to_owned(), text: text.to_owned(), note, place };
            found.push((rank, text.len(), hit));
        };
        for (name, place) in pages() {
            add("Page", name, String::new(), place);
        }
        for broker in self.known_brokers() {
            let note = snapshot
                .broker(broker)
                .map_or_else(String::new, |known| format!("{}:{}", known.host, known.port));
            let place = Place::Broker { id: broker, tab: BrokerTab::Overview };
            add("Broker", &format!("Broker {broker}"), note, place);
        }
        // With nothing typed the pages and brokers are what can be listed.
        if !needle.is_empty() {
            for topic in snapshot.topics() {
                let note = match topic.len() {
                    1 => "1 partition".to_owned(),
                    many => format!("{many} partitions"),
                };
                let place = Place::Topic { name: topic.name().to_owned(), tab: TopicTab::Partitions };
                add("Topic", topic.name(), note, place);
            }
            let principals: BTreeSet<&str> =
                acls.value().into_iter().flatten().map(|acl| acl.principal.as_str()).collect();
            for principal in principals {
                let place = Place::Acls { name: principal.to_owned() };
                add("Principal", principal, "what its ACLs allow".to_owned(), place);
            }
            for group in self.group_ids(&groups) {
                let place = Place::Group { name: group.to_string() };
                add("Group", &group, String::new(), place);
            }
            for id in self.listed_transactions() {
                let place = Place::Transactions { chip: String::new() };
                add("Transaction", &id, String::new(), place);
            }
        }
        let total = count(found.len());
        found.sort_by(|a, b| (a.0, a.1, &a.2.text).cmp(&(b.0, b.1, &b.2.text)));
        found.truncate(HITS_MOST);
        let mut room = PAGE_BYTES;
        found.retain(|(_, _, hit)| {
            let size = json_len(hit) + 1;
            let fits = size <= room;
            room -= if fits { size } else { 0 };
            fits
        });
        let mut unknown = Vec::new();
        if snapshot.listing_source().is_none() {
            unknown.push("topics are not listed yet".to_owned());
        }
        if groups.values().all(|kept| kept.good.is_none()) {
            unknown.push("groups are not listed yet".to_owned());
        }
        PaletteHits { hits: found.into_iter().map(|(_, _, hit)| hit).collect(), total, unknown }
    }
}

fn pages() -> Vec<(&'static str, Place)> {
    let chip = String::new;
    vec![
        ("Overview", Place::Overview),
        ("Brokers", Place::Brokers { chip: chip() }),
        ("Log dirs", Place::LogDirs { chip: chip() }),
        ("Topics", Place::Topics { chip: chip() }),
        ("Groups", Place::Groups { chip: chip() }),
        ("ACLs", Place::Acls { name: String::new() }),
        ("SCRAM users", Place::ScramUsers),
        ("Client quotas", Place::Quotas),
        ("Quorum", Place::Quorum),
        ("Reassignments", Place::Reassignments),
        ("Transactions", Place::Transactions { chip: chip() }),
        ("API versions", Place::Versions),
        ("Requests", Place::Requests),
        ("Journal", Place::Journal),
    ]
}

/// How near a name is: the same, its beginning, the beginning of a word in it, anywhere in it.
fn rank(name: &str, needle: &str) -> Option<u8> {
    if needle.is_empty() {
        return Some(3);
    }
    if !holds(name, needle) {
        return None;
    }
    let name = name.to_lowercase();
    if name == needle {
        return Some(0);
    }
    if name.starts_with(needle) {
        return Some(1);
    }
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    Some(if words.any(|word| word.starts_with(needle)) { 2 } else { 3 })
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn the_nearest_name_comes_first() {
        assert_eq!(rank("orders", "orders"), Some(0));
        assert_eq!(rank("Orders.dlq", "orders"), Some(1));
        assert_eq!(rank("billing.orders", "orders"), Some(2));
        assert_eq!(rank("reorders", "orders"), Some(3));
        assert_eq!(rank("payments", "orders"), None);
    }
}
