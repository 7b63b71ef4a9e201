//! Describing groups with librdkafka, which can do it while the crate around it has no call for it: so its C functions are
//! called as they are.

use std::{ffi::CString, ptr, time::Duration};

use anyhow::{Context as _, Result, ensure};
use rdkafka::{
    bindings::{
        rd_kafka_AdminOptions_destroy, rd_kafka_AdminOptions_new, rd_kafka_ConsumerGroupDescription_error,
        rd_kafka_DescribeConsumerGroups, rd_kafka_DescribeConsumerGroups_result_groups, rd_kafka_admin_op_t,
        rd_kafka_event_DescribeConsumerGroups_result, rd_kafka_event_destroy, rd_kafka_queue_destroy,
        rd_kafka_queue_new, rd_kafka_queue_poll,
    },
    consumer::{BaseConsumer, Consumer as _},
};

/// How many of them were described without an error.
pub fn describe(consumer: &BaseConsumer, groups: &[String], limit: Duration) -> Result<usize> {
    let names = groups.iter().map(|group| CString::new(group.as_str())).collect::<Result<Vec<_>, _>>()?;
    let mut pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    let client = consumer.client().native_ptr();
    // SAFETY: the client outlives this call and so do the names; each thing that is made here is freed here, the event
    // last read before it.
    unsafe {
        let for_api = rd_kafka_admin_op_t::RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS;
        let options = rd_kafka_AdminOptions_new(client, for_api);
        let queue = rd_kafka_queue_new(client);
        rd_kafka_DescribeConsumerGroups(client, pointers.as_mut_ptr(), pointers.len(), options, queue);
        rd_kafka_AdminOptions_destroy(options);
        let event = rd_kafka_queue_poll(queue, i32::try_from(limit.as_millis())?);
        let described = (!event.is_null()).then(|| {
            let result = rd_kafka_event_DescribeConsumerGroups_result(event);
            if result.is_null() {
                return 0;
            }
            let mut count = 0;
            let all = rd_kafka_DescribeConsumerGroups_result_groups(result, &mut count);
            let good = |place: usize| {
                let error = rd_kafka_ConsumerGroupDescription_error(*all.add(place));
                error == ptr::null()
            };
            (0..count).filter(|place| good(*place)).count()
        });
        if !event.is_null() {
            rd_kafka_event_destroy(event);
        }
        rd_kafka_queue_destroy(queue);
        let described = described.context("no answer in time")?;
        ensure!(described > 0, "no group was described");
        Ok(described)
    }
}
