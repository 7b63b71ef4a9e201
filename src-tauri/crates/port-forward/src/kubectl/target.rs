//! Which pod or service an address of a cluster names, so that `kubectl` can forward to it.
//!
//! Names inside of Kubernetes say it: `pod.service.namespace.svc.cluster.local` for a broker behind a headless service (as Strimzi,
//! the Confluent operator and Bitnami's charts advertise them), `service.namespace.svc` for a service. What names nothing there is
//! refused: a guess would lead to another program that happens to listen.

use std::net::IpAddr;

use wire::Address;

/// What kubectl is to forward to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Empty: the context's own.
    pub(crate) namespace: String,
    /// "pod/kafka-0", "service/kafka".
    pub(crate) resource: String,
    pub(crate) port: u16,
}

impl Target {
    /// `ours`: the namespace of the connection, empty where it is the context's own. The host is in small letters.
    pub(crate) fn of(address: &Address, ours: &str) -> Result<Target, String> {
        let host = address.host.as_str();
        let refused = |why: &str| {
            format!(
                "{address} {why}, so kubectl can't forward to it. Write a rule for it under Reaching brokers, with an \
                 address like pod.service.namespace.svc"
            )
        };
        if host.parse::<IpAddr>().is_ok() || host.contains(':') {
            return Err(refused("is an IP address and names no pod or service"));
        }
        if host == "localhost" {
            return Err(refused("is this machine and names no pod or service"));
        }
        let labels: Vec<&str> = host.split('.').collect();
        if !labels.iter().all(|label| is_label(label)) {
            return Err(refused("is no name of a pod or service"));
        }
        // What follows is the cluster's own domain, usually "cluster.local".
        let inside = labels.iter().position(|label| *label == "svc").filter(|at| *at == 2 || *at == 3);
        let (namespace, resource) =
            match (inside.map_or(labels.as_slice(), |at| labels.split_at(at).0), inside) {
                ([service], None) => (ours, format!("service/{service}")),
                ([service, namespace], None) if *namespace == ours => (ours, format!("service/{service}")),
                ([pod, _service], None) => (ours, format!("pod/{pod}")),
                ([service, namespace], Some(_)) => (*namespace, format!("service/{service}")),
                ([pod, _service, namespace], _) => (*namespace, format!("pod/{pod}")),
                _ => return Err(refused("is no name inside of Kubernetes")),
            };
        Ok(Target { namespace: namespace.to_owned(), resource, port: address.port })
    }
}

/// A label of RFC 1123, which the names of namespaces, services and pods behind a service are.
pub(crate) fn is_label(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-') && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(host: &str, ours: &str) -> Result<(String, String), String> {
        let address = Address { host: host.to_owned(), port: 9092 };
        Target::of(&address, ours).map(|target| (target.namespace, target.resource))
    }

    #[test]
    fn names_as_operators_advertise_them_lead_to_pods_and_services() {
        for (host, namespace, resource) in [
            ("kafka-0.kafka-headless.data.svc.cluster.local", "data", "pod/kafka-0"),
            ("my-cluster-kafka-0.my-cluster-kafka-brokers.data.svc", "data", "pod/my-cluster-kafka-0"),
            ("kafka-0.kafka-headless.data", "data", "pod/kafka-0"),
            ("kafka-0.kafka-headless.other.svc.example.com", "other", "pod/kafka-0"),
            ("my-cluster-kafka-bootstrap.data.svc", "data", "service/my-cluster-kafka-bootstrap"),
            ("bootstrap.other.svc.cluster.local", "other", "service/bootstrap"),
            ("bootstrap.kafka", "kafka", "service/bootstrap"),
            ("kafka-0.kafka-headless", "kafka", "pod/kafka-0"),
            ("kafka", "kafka", "service/kafka"),
            // A service may be called so.
            ("svc", "kafka", "service/svc"),
        ] {
            assert_eq!(of(host, "kafka"), Ok((namespace.to_owned(), resource.to_owned())), "{host}");
        }
        assert_eq!(of("kafka", ""), Ok((String::new(), "service/kafka".to_owned())));
        assert_eq!(of("kafka-0.headless", ""), Ok((String::new(), "pod/kafka-0".to_owned())));
    }

    #[test]
    fn what_names_nothing_there_is_refused_with_advice() {
        for host in [
            "10.1.2.3",
            "::1",
            "localhost",
            "a_b",
            "-kafka",
            "kafka-",
            "kafka..data",
            "",
            "a b",
            "broker-1.prod.example.com",
            "b-1.cluster.x1.c2.kafka.eu-west-1.amazonaws.com",
            "kafka.svc.cluster.local",
        ] {
            let why = of(host, "kafka").expect_err(host);
            assert!(why.contains("Write a rule"), "{why}");
        }
    }
}
