package expenses;

import com.fasterxml.jackson.databind.JsonNode;
import expenses.Expenses.Expense;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** What people ask for. The tenant and the person are those of the verified token, nobody else's. */
@RestController
class Api {
  record Wanted(Integer amount, String reason) {
    boolean isExpense() {
      return amount != null && reason != null && !reason.isBlank() && reason.length() <= 500;
    }
  }

  private final Expenses expenses;
  private final RestClient platform;
  private final String bizType;

  Api(
      Expenses expenses,
      @Value("${platform.url}") String platform,
      @Value("${application.biz-type}") String bizType) {
    var requests = new JdkClientHttpRequestFactory(HttpClient.newHttpClient());
    requests.setReadTimeout(Duration.ofSeconds(10));
    this.expenses = expenses;
    this.platform = RestClient.builder().baseUrl(platform).requestFactory(requests).build();
    this.bizType = bizType;
  }

  /** Stores the expense first, then has it approved, in the name and with the right of its owner. */
  @PostMapping("/expenses")
  ResponseEntity<Map<String, Object>> file(
      @RequestBody Wanted wanted, @AuthenticationPrincipal Jwt token) {
    if (!wanted.isExpense())
      throw new Refused(HttpStatus.BAD_REQUEST, "the body is not an expense");
    return startApproval(
        expenses.insert(tenantOf(token), token.getSubject(), wanted.amount, wanted.reason), token);
  }

  /** The same once more, when no answer came: the key makes it one approval. */
  @PostMapping("/expenses/{id}/approval")
  ResponseEntity<Map<String, Object>> askAgain(
      @PathVariable String id, @AuthenticationPrincipal Jwt token) {
    return startApproval(show(id, token), token);
  }

  @GetMapping("/expenses/{id}")
  Expense show(@PathVariable String id, @AuthenticationPrincipal Jwt token) {
    return expenses.get(tenantOf(token), token.getSubject(), id);
  }

  private ResponseEntity<Map<String, Object>> startApproval(Expense expense, Jwt token) {
    return platform
        .post()
        .uri("/api/bpm/v1/process-instances")
        .headers(headers -> headers.setBearerAuth(token.getTokenValue()))
        .body(
            Map.of(
                "bizType", bizType,
                "bizId", expense.id(),
                "title", expense.reason(),
                "variables", Map.of("amount", expense.amount(), "reason", expense.reason()),
                "idempotencyKey", "expense-" + expense.id()))
        .exchange(
            (request, answer) -> {
              var status = answer.getStatusCode();
              var approval = answer.bodyTo(JsonNode.class);
              return ResponseEntity.status(status.is2xxSuccessful() ? 201 : status.value())
                  .body(Map.of("id", expense.id(), "approval", approval));
            });
  }

  private static String tenantOf(Jwt token) {
    return token.getClaimAsString("tenant_id");
  }
}
