package expenses;

import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The expenses, each of one tenant and one owner. What is another's does not exist. */
@Component
class Expenses {
  /**
   * By what the approval is after an event, of whatever type: one that came back is submitted again,
   * and one that the platform was restored to ({@code instance.restored}) may be what it was long
   * before.
   */
  private static final Map<String, String> STATUS_AFTER =
      Map.of(
          "RUNNING", "SUBMITTED",
          "SUSPENDED", "SUBMITTED",
          "RETURNED", "RETURNED",
          "APPROVED", "APPROVED",
          "REJECTED", "REJECTED",
          "WITHDRAWN", "WITHDRAWN",
          "TERMINATED", "TERMINATED");

  record Expense(String id, int amount, String reason, String status) {}

  private final JdbcClient jdbc;

  Expenses(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Expense insert(String tenantId, String ownerId, int amount, String reason) {
    var id = UUID.randomUUID().toString();
    jdbc.sql("insert into expenses values (?, ?, ?, ?, ?, 'DRAFT')")
        .params(id, tenantId, ownerId, amount, reason)
        .update();
    return new Expense(id, amount, reason, "DRAFT");
  }

  Expense get(String tenantId, String ownerId, String id) {
    return jdbc.sql(
            "select id, amount, reason, status from expenses"
                + " where tenant_id = ? and id = ? and owner_id = ?")
        .params(tenantId, id, ownerId)
        .query(Expense.class)
        .optional()
        .orElseThrow(() -> new Refused(HttpStatus.NOT_FOUND, "there is no such expense"));
  }

  /** Within the transaction that marks the event. More states may come, and change nothing. */
  void follow(Event event) {
    var status = STATUS_AFTER.get(event.status());
    if (status == null) return;
    jdbc.sql("update expenses set status = ? where tenant_id = ? and id = ?")
        .params(status, event.tenantId(), event.bizId())
        .update();
  }
}
