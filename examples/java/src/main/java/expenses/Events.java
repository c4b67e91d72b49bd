package expenses;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Receives the events of the platform. The token was verified before: no byte of the body was read. */
@RestController
class Events {
  static final String PATH = "/internal/bpm-events";
  private static final int MAX_BODY_BYTES = 1024 * 1024;

  private final EventSignatures signatures;
  private final Positions positions;
  private final Expenses expenses;
  private final ObjectMapper json;
  private final String bizType;

  Events(
      Positions positions,
      Expenses expenses,
      ObjectMapper json,
      @Value("${platform.url}") String platform,
      @Value("${application.biz-type}") String bizType) {
    this.signatures = EventSignatures.at(platform + "/api/bpm/v1/event-keys");
    this.positions = positions;
    this.expenses = expenses;
    this.json = json;
    this.bizType = bizType;
  }

  @PostMapping(PATH)
  ResponseEntity<Map<String, Object>> receive(
      HttpServletRequest request, @AuthenticationPrincipal Jwt token) throws IOException {
    var body = read(request);
    var signedId = request.getHeader("webhook-id");
    signatures.verify(
        signedId,
        request.getHeader("webhook-timestamp"),
        request.getHeader("webhook-signature"),
        body);
    var event = Event.parse(json, body);
    check(event, signedId, token.getClaimAsString("tenant_id"));
    var outcome = positions.applyOnce(event, expenses::follow);
    if (outcome instanceof Positions.Ahead ahead)
      return ResponseEntity.status(409).body(Map.of("expected", ahead.expected()));
    return ResponseEntity.ok(Map.of("applied", outcome instanceof Positions.Applied));
  }

  private void check(Event event, String signedId, String tenantId) {
    if (!event.eventId().equals(signedId))
      throw new Refused(HttpStatus.UNAUTHORIZED, "another event was signed");
    if (!event.tenantId().equals(tenantId))
      throw new Refused(HttpStatus.FORBIDDEN, "the token is for another tenant");
    if (!bizType.equals(event.bizType()))
      throw new Refused(HttpStatus.FORBIDDEN, "the event is about a type that is not ours");
  }

  private static byte[] read(HttpServletRequest request) throws IOException {
    var body = request.getInputStream().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES)
      throw new Refused(HttpStatus.PAYLOAD_TOO_LARGE, "the event is too large");
    // A connection that broke gives less than was announced.
    if (request.getContentLengthLong() >= 0 && request.getContentLengthLong() != body.length)
      throw new Refused(HttpStatus.BAD_REQUEST, "the body broke off");
    return body;
  }
}
