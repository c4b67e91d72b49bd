package expenses;

import java.util.List;
import java.util.function.Consumer;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Applies each event exactly once and in order, in the application's own transaction. */
@Component
class Positions {
  /** What became of an event. */
  sealed interface Outcome permits Applied, Known, Ahead {}

  record Applied() implements Outcome {}

  record Known() implements Outcome {}

  record Ahead(int expected) implements Outcome {}

  private record Position(int lastSequence, String lastEventId) {}

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  Positions(JdbcClient jdbc, PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * The change and its mark are one transaction: what is answered 200 is stored, and what is not comes
   * again.
   */
  Outcome applyOnce(Event event, Consumer<Event> change) {
    makePosition(event);
    return transaction.execute(status -> applyInOrder(event, change));
  }

  /** In a transaction of its own, so that the row is there to be locked, whoever was first. */
  private void makePosition(Event event) {
    try {
      jdbc.sql("insert into workflow_event_positions values (?, ?, 0, '')")
          .params(event.tenantId(), event.instanceId())
          .update();
    } catch (DuplicateKeyException known) {
      // It is there, which is what is wanted.
    }
  }

  private Outcome applyInOrder(Event event, Consumer<Event> change) {
    var key = List.of(event.tenantId(), event.instanceId());
    // Two deliveries of one instance wait for each other here.
    var last =
        jdbc.sql(
                "select last_sequence, last_event_id from workflow_event_positions"
                    + " where tenant_id = ? and instance_id = ? for update")
            .params(key)
            .query(Position.class)
            .single();
    if (event.sequence() == last.lastSequence && !event.eventId().equals(last.lastEventId))
      throw new Refused(HttpStatus.UNPROCESSABLE_ENTITY, "this number was used for another event");
    if (event.sequence() <= last.lastSequence) return new Known();
    // Delivery goes back to the one that is missing.
    if (event.sequence() > last.lastSequence + 1) return new Ahead(last.lastSequence + 1);
    change.accept(event);
    jdbc.sql(
            "update workflow_event_positions set last_sequence = ?, last_event_id = ?"
                + " where tenant_id = ? and instance_id = ?")
        .params(event.sequence(), event.eventId(), event.tenantId(), event.instanceId())
        .update();
    return new Applied();
  }
}
