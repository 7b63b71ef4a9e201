import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.RefreshRetriableException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/** What the Java client makes of each error code: number, name, and what kind of exception it becomes. */
public class Codes {
    public static void main(String[] args) {
        for (Errors error : Errors.values()) {
            Throwable as = error.exception();
            System.out.println(error.code() + " " + error.name()
                + " retriable=" + (as instanceof RetriableException)
                + " metadata=" + (as instanceof InvalidMetadataException)
                + " coordinator=" + (as instanceof RefreshRetriableException && !(as instanceof InvalidMetadataException))
                + " authorization=" + (as instanceof AuthorizationException)
                + " authentication=" + (as instanceof AuthenticationException));
        }
    }
}
