package expenses;

import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** A request that is not believed or cannot be done; answered as a problem of RFC 9457. */
class Refused extends ErrorResponseException {
  Refused(HttpStatus status, String title) {
    super(status);
    setTitle(title);
  }
}
