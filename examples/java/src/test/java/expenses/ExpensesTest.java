package expenses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** An expense is what its approval is after the event, and is not kept where it is none. */
class ExpensesTest {
  private Expenses expenses;

  @BeforeEach
  void openDatabase() {
    var url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    var database = new SimpleDriverDataSource(new org.h2.Driver(), url);
    new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
    expenses = new Expenses(JdbcClient.create(database));
  }

  @ParameterizedTest
  @CsvSource({
    "instance.started, RUNNING, SUBMITTED",
    "instance.returned, RETURNED, RETURNED",
    "instance.resubmitted, RUNNING, SUBMITTED",
    "instance.restored, RUNNING, SUBMITTED",
    "instance.restored, RETURNED, RETURNED",
    "task.created, UNHEARD_OF, APPROVED"
  })
  void follow(String type, String status, String expected) {
    var id = expenses.insert("t", "o", 1, "r").id();
    expenses.follow(event(id, "instance.approved", "APPROVED", 1));
    expenses.follow(event(id, type, status, 2));
    assertEquals(expected, expenses.get("t", "o", id).status());
  }

  @Test
  void refusesWhatIsNoExpense() {
    assertTrue(new Api.Wanted(1, "r").isExpense());
    for (var wanted :
        List.of(
            new Api.Wanted(null, "r"),
            new Api.Wanted(1, null),
            new Api.Wanted(1, " "),
            new Api.Wanted(1, "r".repeat(501)))) {
      var refused =
          assertThrows(Refused.class, () -> new Api(expenses, "", "expense").file(wanted, null));
      assertEquals(400, refused.getStatusCode().value());
    }
  }

  private static Event event(String id, String type, String status, int sequence) {
    return new Event("e", "t", "i", "expense", id, type, status, sequence);
  }
}
