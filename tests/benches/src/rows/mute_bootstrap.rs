//! Row 7: one of the three addresses that the user typed accepts and says nothing. How long until the first good answer?

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use meta::{Cluster, Key, Refresh};
use rdkafka::consumer::Consumer as _;
use rskafka::client::partition::OffsetAt;

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const LIMIT: Duration = Duration::from_secs(15);

pub fn run(ground: &Ground) -> Result<Row> {
    let mut line = Line::new("worst of the three places it can stand in", Unit::Seconds, Goal::AtMost(0.3));
    for client in Client::ALL {
        line = line.cell(client, worst(ground, client)?);
    }
    let how = format!(
        "From nothing to the end of a partition that a living broker leads. The mute broker accepts connections (its port's \
         queue does) and is listed by the others like them. Each of the three addresses is the mute one in turn, with all \
         default time-outs; the worst time counts, and {} s is where the wait ends. Two rounds each, five for rskafka and \
         rdkafka, which choose an address by chance.",
        LIMIT.as_secs()
    );
    Ok(Row { number: 7, title: "First good answer with 1 of 3 bootstraps mute", how, lines: vec![line] })
}

fn worst(ground: &Ground, client: Client) -> Result<Cell> {
    let mut worst = 0.0_f64;
    // Who goes through the addresses in order does the same each time.
    let by_chance = matches!(client, Client::Rskafka | Client::Rdkafka);
    let rounds = match (ground.quick, by_chance) {
        (true, _) => 1,
        (false, true) => 5,
        (false, false) => 2,
    };
    for _ in 0..rounds {
        for mute in 1..=3 {
            match one(ground, client, mute)? {
                Some(time) => worst = worst.max(time.as_secs_f64()),
                None => return Ok(Cell::Never(LIMIT.as_secs_f64())),
            }
        }
    }
    Ok(Cell::Value(worst))
}

fn one(ground: &Ground, client: Client, mute: i32) -> Result<Option<Duration>> {
    let layout = Layout::of(3, 1, 6);
    let topic = layout.topics.first().context("a topic")?;
    let led =
        topic.partitions.iter().position(|place| place.leader != mute).context("a living leader")? as i32;
    let topic = topic.name.clone();
    let fake = Fake::start(layout)?;
    fake.mute(mute);
    let bootstrap = fake.bootstrap();
    let began = Instant::now();
    let good = match client {
        Client::Ours => ground.within(LIMIT, async {
            let cluster = Cluster::connect(clients::ours::config(&bootstrap)?).await?;
            cluster.refresh(Refresh::Topics(vec![topic.clone()])).await?;
            let answers = cluster.send(clients::ours::latest(&topic, led), Key::None).await?;
            anyhow::ensure!(answers.failed.is_empty(), "a part failed");
            anyhow::Ok(())
        }),
        Client::KafkaMeta => ground.within(LIMIT, async {
            let cluster = clients::kafka_meta::connect(&bootstrap).await?;
            cluster.send_to_leader(&topic, led, clients::kafka_meta::latest(&topic, led)).await?;
            anyhow::Ok(())
        }),
        Client::Rskafka => ground.within(LIMIT, async {
            let client = clients::rskafka::connect(&bootstrap).await?;
            clients::rskafka::partition(&client, &topic, led).await?.get_offset(OffsetAt::Latest).await?;
            anyhow::Ok(())
        }),
        Client::Rdkafka => {
            let consumer = clients::rdkafka::connect(&bootstrap)?;
            consumer.fetch_watermarks(&topic, led, LIMIT).ok().map(|_| Ok(()))
        }
    };
    let time = began.elapsed();
    Ok(match good {
        Some(good) => good.map(|()| Some(time))?,
        None => None,
    })
}
