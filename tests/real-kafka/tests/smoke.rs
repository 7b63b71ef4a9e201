//! Each version starts, is worked with, loses a broker and gets it back. The kafka suite leans on all of this, so it is
//! proven on its own first.

use real_kafka::{Detached, Kafka, Result, Tool, Version};

fn a_life(version: Version) -> Result<()> {
    let kafka = Kafka::builder().version(version).start()?;
    kafka.create_topic("orders", "1:2,2:3,3:1")?;
    kafka.produce("orders", 300, 1000)?;

    let dirs = kafka.tool(Tool::LogDirs, &["--describe", "--topic-list", "orders"])?;
    for broker in kafka.brokers() {
        for dir in &broker.log_dirs {
            assert!(dirs.contains(&*dir.to_string_lossy()), "{dirs}");
        }
    }
    let offsets = match version {
        // This one still wants the old name of the flag.
        Version::V2_8 => {
            let bootstrap = kafka.bootstrap();
            let args = ["kafka.tools.GetOffsetShell", "--broker-list", &bootstrap, "--topic", "orders"];
            kafka.java_tool(&args)?
        }
        _ => kafka.tool(Tool::Offsets, &["--topic", "orders"])?,
    };
    for partition in 0..3 {
        assert!(offsets.contains(&format!("orders:{partition}:100")), "{offsets}");
    }

    let mut reader = kafka.consume("billing", "orders", "classic")?;
    reader.wait_for_line("read 300")?;

    kafka.kill(2)?;
    assert_eq!(kafka.running(), [1, 3]);
    kafka.restart(2)?;
    kafka.freeze(3)?;
    kafka.thaw(3)?;
    kafka.stop(3)?;
    assert_eq!(kafka.running(), [1, 2]);

    let folder = kafka.folder().to_owned();
    drop(reader);
    drop(kafka);
    assert!(!folder.exists());
    Ok(())
}

#[test]
fn three_brokers_of_4_4_live_a_life() {
    a_life(Version::V4_4).unwrap();
}

#[test]
fn three_brokers_of_3_9_live_a_life() {
    a_life(Version::V3_9).unwrap();
}

#[test]
fn three_brokers_of_2_8_with_zookeeper_live_a_life() {
    a_life(Version::V2_8).unwrap();
}

#[test]
fn the_sasl_and_the_tls_listener_let_their_users_in() {
    let kafka = Kafka::builder().brokers(1).start().unwrap();
    let connect = |address: &str, lines: String| {
        let file = kafka.folder().join("client.properties");
        std::fs::write(&file, lines).unwrap();
        let config = file.display().to_string();
        let class = "org.apache.kafka.tools.TopicCommand";
        kafka.java_tool(&[class, "--bootstrap-server", address, "--command-config", &config, "--list"])
    };
    let scram = |password: &str| {
        format!(
            "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-256\n\
             sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \
             username=\"alice\" password=\"{password}\";\n"
        )
    };
    connect(&kafka.sasl_bootstrap(), scram("alice-secret")).unwrap();
    assert!(connect(&kafka.sasl_bootstrap(), scram("wrong")).is_err());
    let tls = format!(
        "security.protocol=SSL\nssl.truststore.location={}\nssl.truststore.password={}\n",
        kafka.tls().trust_store.display(),
        real_kafka::Tls::PASSWORD
    );
    connect(&kafka.tls_bootstrap(), tls).unwrap();
}

#[test]
fn a_detached_cluster_is_found_again_and_ends_when_told() {
    let kafka = Kafka::builder().brokers(1).detached().start().unwrap();
    let folder = kafka.folder().to_owned();
    drop(kafka);
    let found = Detached::all().into_iter().find(|cluster| cluster.folder == folder).unwrap();
    assert_eq!(found.processes(), 1);
    found.stop();
    assert!(!folder.exists());
    assert!(Detached::all().iter().all(|cluster| cluster.folder != folder));
}
