// Consume <bootstrap> <group> <topic> <classic|consumer>: reads from the start and commits until it is ended.

import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

public class Consume {
    public static void main(String[] args) {
        Properties config = new Properties();
        config.put("bootstrap.servers", args[0]);
        config.put("group.id", args[1]);
        config.put("client.id", args[1] + "-member");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", "false");
        if (args[3].equals("consumer")) config.put("group.protocol", "consumer");
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
            consumer.subscribe(List.of(args[2]), new ConsumerRebalanceListener() {
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    if (!partitions.isEmpty()) System.out.println("assigned " + partitions.size());
                }
            });
            long read = 0;
            while (true) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
                if (records.count() > 0) {
                    consumer.commitSync();
                    read += records.count();
                    System.out.println("read " + read);
                }
            }
        }
    }
}
