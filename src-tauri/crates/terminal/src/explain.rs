//! Where a request would go and why: the routing table and what is known of the cluster, in words. Nothing of the request is sent.

use std::time::Duration;

use arguments::Explain;
use contract::{
    ApiError, ErrorKind, ExplainRequest, Explained, Freshness, GetOverview, ListRequestKinds, RequestDraft,
    RequestKind,
};
use engine::Engine;
use serde_json::json;
use tokio::time::Instant;

use crate::{
    Pens,
    cell::{maybe, said},
    connection::sentence,
    exit::Exit,
    look::{finished, opened},
    settled::settled,
    shown::{Column, Shown, number, text},
};

const COLUMNS: &[Column] =
    &[number("broker", "broker"), text("address", "address"), text("state", "state"), text("why", "why")];
/// From here on a word is another word and not a slip.
const LIKE: f64 = 0.7;

pub(crate) async fn explained(
    engine: &Engine,
    arguments: &Explain,
    pens: &mut Pens<'_>,
) -> Result<Exit, String> {
    let until = Instant::now() + Duration::from_secs(u64::from(arguments.look.timeout));
    let mut watcher = engine.watch();
    let id = opened(engine, &arguments.look.cluster, pens).await?;
    let told = |error: ApiError| sentence(&error);
    let kinds = engine.request_kinds(ListRequestKinds { cluster: id.clone() }).await.map_err(told)?;
    let draft = draft(arguments, &kinds)?;
    // Who leads and who coordinates is only known once the cluster was looked at.
    let ask = async || engine.overview(GetOverview { cluster: id.clone() }).await;
    let overview = settled(&mut watcher, until, ask, |page| &page.freshness).await.map_err(told)?;
    let mut explained = engine.explain_request(ExplainRequest { cluster: id, draft }).await.map_err(told)?;
    without_a_lock(&mut explained);
    let shown = shown(&explained, overview.page.freshness, overview.late);
    let exit = finished(Ok(shown), &arguments.look, pens);
    let unfit = explained.refused.as_ref().is_some_and(|error| error.kind == ErrorKind::BadInput);
    // Of a cluster that told nothing nobody knows whether it fits.
    Ok(if unfit && exit != Exit::Nothing { Exit::CanNotBegin } else { exit })
}

/// The window speaks of its panel and of a lock that can be opened; no command can change a cluster, whatever its lock says.
fn without_a_lock(explained: &mut Explained) {
    if !explained.passes {
        explained.gate_why = "This request can change the cluster, and no command can.".to_owned();
    }
    if let Some(refused) = explained.refused.as_mut().filter(|refused| refused.kind == ErrorKind::ReadOnly) {
        refused.advice = None;
    }
}

fn draft(arguments: &Explain, kinds: &[RequestKind]) -> Result<RequestDraft, String> {
    let asked = arguments.request.as_str();
    let kind =
        kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(asked) || kind.key.to_string() == asked);
    let Some(kind) = kind else {
        let like =
            |kind: &&RequestKind| strsim::jaro_winkler(&kind.name.to_lowercase(), &asked.to_lowercase());
        let nearest =
            kinds.iter().max_by(|a, b| like(a).total_cmp(&like(b))).filter(|kind| like(kind) > LIKE);
        let hint = nearest.map_or_else(String::new, |kind| format!("; did you mean {}?", kind.name));
        return Err(format!("No request is called “{asked}”{hint}"));
    };
    let mut fields = Vec::new();
    for given in &arguments.fields {
        let known = || {
            let ids: Vec<&str> = kind.fields.iter().map(|field| field.id.as_str()).collect();
            match ids.is_empty() {
                true => format!("{} takes no fields.", kind.name),
                false => format!("{} takes: {}.", kind.name, ids.join(", ")),
            }
        };
        let Some((id, value)) = given.split_once('=') else {
            return Err(format!("“{given}” is no FIELD=VALUE; {}", known()));
        };
        if !kind.fields.iter().any(|field| field.id == id) {
            return Err(format!("There is no field “{id}”; {}", known()));
        }
        fields.push((id.to_owned(), value.to_owned()));
    }
    Ok(RequestDraft { key: kind.key, fields })
}

fn shown(explained: &Explained, freshness: Freshness, late: bool) -> Shown {
    let mut above = vec![
        format!("class   {}: {}", explained.class, explained.class_why),
        format!("spread  {}: {}", explained.spread, explained.spread_why),
        format!("gate    {}: {}", if explained.passes { "passes" } else { "refused" }, explained.gate_why),
    ];
    above.extend(explained.refused.as_ref().map(|error| format!("refused: {}", sentence(error))));
    above.push(String::new());
    let target = |target: &contract::ExplainedTarget| {
        vec![maybe(target.broker), said(&target.address), said(&target.state), said(&target.why)]
    };
    Shown {
        columns: COLUMNS,
        rows: explained.targets.iter().map(target).collect(),
        json: json!({ "explained": explained, "freshness": freshness }),
        above,
        below: explained.command.iter().flat_map(|command| below(command)).collect(),
        freshness,
        late,
    }
}

fn below(command: &str) -> [String; 2] {
    [String::new(), format!("Kafka's own tool: {command}")]
}
