package expenses;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.springframework.http.HttpStatus;

/** What is read of an event; members that are not known are left alone, since more may come. */
@JsonIgnoreProperties(ignoreUnknown = true)
record Event(
    String eventId,
    String tenantId,
    String instanceId,
    String bizType,
    String bizId,
    String type,
    String status,
    int sequence) {

  static Event parse(ObjectMapper json, byte[] body) {
    try {
      var event = json.readValue(body, Event.class);
      if (event != null && event.eventId != null && event.tenantId != null && event.sequence > 0
          && event.instanceId != null && event.type != null && event.status != null) return event;
    } catch (IOException wrong) {
      // Answered below, like one that lacks something.
    }
    throw new Refused(HttpStatus.BAD_REQUEST, "the body is not a workflow event");
  }
}
