//! The demo's consumer groups in every type and state, with what they read, how many members they have and how far behind
//! they are.

use super::groups::Sort::{
    self, Classic, Connect, ConnectWorkers, Consumer, OffsetsOnly, Registry, Share, Streams,
};

/// One group; `lag` is the distance that it keeps on each partition.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) id: &'static str,
    pub(super) sort: Sort,
    pub(super) state: &'static str,
    pub(super) topics: &'static [&'static str],
    pub(super) members: usize,
    pub(super) lag: i64,
}

const fn row(
    id: &'static str,
    sort: Sort,
    state: &'static str,
    topics: &'static [&'static str],
    members: usize,
    lag: i64,
) -> Row {
    Row { id, sort, state, topics, members, lag }
}

#[rustfmt::skip]
pub(super) const GROUPS: &[Row] = &[
    // id, sort, state, topics, members, lag
    row("order-service", Classic, "Stable", &["orders.created.v1", "payments.captures.v1"], 4, 3),
    row("order-projection", Classic, "Stable", &["orders.events.v2"], 6, 12),
    row("order-notifier", Classic, "Stable", &["orders.confirmed.v1", "orders.shipped.v1"], 3, 8),
    row("orders-retry-worker", Classic, "Stable", &["orders.created.retry-5m"], 1, 0),
    row("payment-orchestrator", Classic, "Stable", &["payments.authorizations.v1", "payments.captures.v1"], 6, 2),
    row("payments-ledger", Classic, "Stable", &["payments.ledger-entries.v2"], 8, 5),
    row("refund-worker", Classic, "Stable", &["payments.refunds.v1"], 2, 0),
    row("payout-batch", Classic, "Empty", &["payments.payouts.v1"], 0, 5400),
    row("chargeback-importer", Classic, "Stable", &["payments.chargebacks.v1"], 1, 0),
    row("webhook-dispatcher", Classic, "PreparingRebalance", &["payments.webhooks.inbound"], 3, 940),
    row("inventory-sync", Classic, "Stable", &["inventory.reservations.v1", "inventory.stock-levels"], 4, 21),
    row("warehouse-dashboard", Classic, "CompletingRebalance", &["warehouse.scanner-events"], 4, 310),
    row("replenishment-planner", Classic, "Stable", &["inventory.replenishment.v1"], 1, 0),
    row("catalog-indexer", Classic, "Stable", &["catalog.products", "catalog.search-index-updates"], 3, 17),
    row("price-cache", Classic, "Stable", &["catalog.prices"], 6, 1),
    row("loyalty-engine", Classic, "Stable", &["customers.loyalty-points.v1", "orders.confirmed.v1"], 2, 6),
    row("consent-registry", Classic, "Stable", &["customers.consents.v1"], 1, 0),
    row("gdpr-eraser", Classic, "Empty", &["customers.gdpr-erasures"], 0, 12),
    row("carrier-gateway", Classic, "Stable", &["shipping.carrier-updates"], 3, 44),
    row("tracking-api", Classic, "Stable", &["shipping.tracking-events.v1"], 4, 30),
    row("label-printer-hub-3", Classic, "Stable", &["shipping.labels.v1"], 2, 2),
    row("email-renderer", Classic, "Stable", &["notifications.email-outbound"], 3, 15),
    row("sms-sender", Classic, "Stable", &["notifications.sms-outbound"], 1, 4),
    row("campaign-attribution", Classic, "Stable", &["clickstream.clicks", "marketing.emails-opened"], 6, 5100),
    row("legacy-reporting-job", Classic, "Empty", &["dwh.fact-orders"], 0, 1843000),
    row("audit-archiver", Classic, "Stable", &["logs.audit"], 2, 120),
    row("nginx-log-shipper", Classic, "Stable", &["logs.nginx.access"], 6, 2200),
    row("k8s-event-exporter", Classic, "Stable", &["logs.k8s.events"], 2, 9),
    row("prometheus-remote-write", Classic, "Stable", &["metrics.prometheus"], 6, 700),
    row("console-consumer-48213", Classic, "Empty", &["orders.created.v1"], 0, 88210),
    row("console-consumer-90417", Classic, "Dead", &["test-topic"], 0, 0),
    row("connect-s3-sink-orders", Connect, "Stable", &["orders.events.v2"], 4, 420),
    row("connect-s3-sink-clickstream", Connect, "Stable", &["clickstream.page-views", "clickstream.clicks"], 8, 38000),
    row("connect-elasticsearch-sink", Connect, "Stable", &["search.index-updates", "catalog.search-index-updates"], 3, 60),
    row("connect-jdbc-sink-dwh", Connect, "PreparingRebalance", &["dwh.fact-payments"], 2, 6100),
    row("connect-cluster-a", ConnectWorkers, "Stable", &[], 3, 0),
    row("schema-registry", Registry, "Stable", &[], 2, 0),
    row("flink-fraud-job-checkpoint", OffsetsOnly, "Empty", &["payments.risk-decisions.v1"], 0, 150),
    row("flink-clickstream-agg", OffsetsOnly, "Empty", &["clickstream.page-views"], 0, 9200),
    row("pricing-engine", Consumer, "Stable", &["pricing.quotes-requested"], 4, 2),
    row("competitor-price-matcher", Consumer, "Stable", &["pricing.competitor-prices"], 2, 11),
    row("identity-session-guard", Consumer, "Stable", &["identity.token-revocations", "customers.logins.v1"], 3, 7),
    row("recommendation-feeder", Consumer, "Stable", &["ml.features.user", "ml.features.item"], 6, 90),
    row("recommendation-api", Consumer, "Reconciling", &["ml.recommendations.v3"], 6, 260),
    row("search-autocomplete", Consumer, "Stable", &["search.suggestions", "search.queries"], 4, 18),
    row("support-inbox", Consumer, "Stable", &["support.tickets.v1", "support.chats"], 2, 1),
    row("csat-exporter", Consumer, "Empty", &["support.csat"], 0, 35),
    row("invoice-generator", Consumer, "Stable", &["finance.invoices.v1"], 2, 0),
    row("gl-posting", Consumer, "Assigning", &["finance.gl-postings.v1"], 3, 55),
    row("tax-engine", Consumer, "Stable", &["finance.tax-calculations"], 2, 3),
    row("partner-acme-bridge", Consumer, "Stable", &["partners.acme.orders-inbound"], 1, 0),
    row("lake-compactor", Consumer, "Stable", &["lake.ingest.events-avro"], 8, 12500),
    row("feature-store-writer", Consumer, "Stable", &["ml.training-samples"], 4, 310),
    row("trace-sampler", Consumer, "Stable", &["traces.otlp.spans"], 8, 4100),
    row("email-jobs", Share, "Stable", &["marketing.emails-sent"], 12, 40),
    row("thumbnail-workers", Share, "Stable", &["catalog.media-assets"], 5, 6),
    row("pick-task-queue", Share, "Stable", &["warehouse.pick-tasks.v1"], 9, 3),
    row("edi-parsers", Share, "Empty", &["partners.edi.desadv"], 0, 18),
    row("fraud-scoring", Streams, "Stable", &["payments.authorizations.v1", "fraud.device-fingerprints"], 4, 12),
    row("order-enrichment", Streams, "Reconciling", &["orders.created.v1", "customers.profiles"], 3, 220),
    row("sessionizer", Streams, "Stable", &["clickstream.page-views"], 6, 1800),
    row("stock-aggregator", Streams, "NotReady", &["inventory.adjustments.v1"], 1, 70),
];
