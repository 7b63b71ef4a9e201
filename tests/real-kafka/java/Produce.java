// Produce <bootstrap> <topic> <count> <size>: records over all partitions, each acknowledged by all in-sync replicas.

import java.util.*;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public class Produce {
    public static void main(String[] args) throws Exception {
        Properties config = new Properties();
        config.put("bootstrap.servers", args[0]);
        config.put("acks", "all");
        config.put("linger.ms", "5");
        int count = Integer.parseInt(args[2]);
        byte[] value = new byte[Integer.parseInt(args[3])];
        new Random(7).nextBytes(value); // does not compress, so sizes can be told beforehand
        ByteArraySerializer bytes = new ByteArraySerializer();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
            int partitions = producer.partitionsFor(args[1]).size();
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] key = Integer.toString(i).getBytes();
                sent.add(producer.send(new ProducerRecord<>(args[1], i % partitions, key, value)));
            }
            for (Future<RecordMetadata> one : sent) one.get();
        }
        System.out.println("produced " + count);
    }
}
