//! A group's members. One whose partitions nobody tells has a dash with the reason, one without partitions a zero.

use contract::GroupMemberRow;

use crate::model::{
    cell::{Cell, Piece, Tone, mono, noted, toned, words},
    column::{Column, number, text},
    number::{count, grouped},
    shown::{DetailLine, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("client_id", "Client", 140, "As the client names itself."),
        text("host", "Host", 100, "Where its connection comes from."),
        text(
            "instance_id",
            "Instance",
            80,
            "Set for static members: they keep their partitions over a restart.",
        ),
        number(
            "epoch",
            "Epoch",
            60,
            "How far this member has followed the group; of the new protocols only.",
        ),
        number("partitions", "Partitions", 70, "Partitions that it has."),
        text("assigned", "Assigned", 160, "").fixed_order().flexible(),
        text("id", "Member", 160, "As the coordinator names it."),
    ]
}

#[must_use]
pub fn shown(row: &GroupMemberRow) -> ShownRow {
    let dash = |why: &str| noted("—", Tone::Dim, why);
    let verbatim = |text: &str| mono(text, Tone::Plain);
    let partitions = match row.partitions {
        Some(some) => toned(count(some), if some == 0 { Tone::Amber } else { Tone::Plain }),
        None => dash(row.untold.as_deref().unwrap_or_default()),
    };
    let mut assigned: Cell = Vec::new();
    if row.target.is_some() {
        let note = "It is to have other partitions than it has; open the row to see which.".to_owned();
        assigned.push(Piece::Tag { text: "moving".to_owned(), tone: Tone::Amber, note: Some(note) });
    }
    let topics: Vec<&str> = row.assigned.iter().map(|(topic, _)| topic.as_str()).collect();
    if !topics.is_empty() {
        assigned.push(verbatim(&topics.join(", ")));
    }
    let line = |label: &str, pieces| DetailLine { label: label.to_owned(), pieces };
    let mut detail = vec![line("Member id", vec![verbatim(&row.id)])];
    detail.extend(row.rack.iter().map(|rack| line("Rack", vec![verbatim(rack)])));
    detail.extend(row.untold.iter().map(|why| line("Partitions", vec![words(why.as_str())])));
    let each = |label: &'static str, of: &[(String, String)]| -> Vec<DetailLine> {
        of.iter().map(|(topic, ranges)| line(label, vec![verbatim(topic), words(ranges.as_str())])).collect()
    };
    detail.extend(each("Has", &row.assigned));
    match row.target.as_deref() {
        None => {}
        Some([]) => detail.push(line("Is to have", vec![words("nothing")])),
        Some(target) => detail.extend(each("Is to have", target)),
    }
    ShownRow {
        key: row.id.clone(),
        cells: vec![
            vec![verbatim(&row.client_id)],
            vec![verbatim(&row.host)],
            vec![row.instance_id.as_deref().map_or_else(|| toned("none", Tone::Dim), verbatim)],
            vec![row.epoch.map_or_else(
                || dash("Members of classic groups have no epochs."),
                |epoch| words(grouped(i64::from(epoch))),
            )],
            vec![partitions],
            assigned,
            vec![mono(row.id.clone(), Tone::Dim)],
        ],
        detail,
        ..ShownRow::default()
    }
}

#[cfg(test)]
mod tests {
    use contract::GroupMemberRow;

    use super::{columns, shown};
    use crate::model::cell::Piece;

    #[test]
    fn partitions_that_nobody_tells_are_no_zero() {
        let row = |partitions, untold: Option<&str>| GroupMemberRow {
            id: "m".to_owned(),
            client_id: "c".to_owned(),
            host: String::new(),
            instance_id: None,
            rack: None,
            epoch: None,
            partitions,
            untold: untold.map(str::to_owned),
            assigned: Vec::new(),
            target: None,
        };
        let read = |row: GroupMemberRow| {
            let drawn = shown(&row);
            assert_eq!(drawn.cells.len(), columns().len());
            match &drawn.cells[4][..] {
                [Piece::Text(words)] => (words.text.clone(), words.note.clone()),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(read(row(Some(0), None)), ("0".to_owned(), None));
        assert_eq!(read(row(None, Some("rebalancing"))), ("—".to_owned(), Some("rebalancing".to_owned())));
    }
}
