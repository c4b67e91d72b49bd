package expenses;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.springframework.http.HttpStatus;

/**
 * Verifies the signature of an event: Standard Webhooks, {@code v1a}, Ed25519 over {@code
 * <id>.<timestamp>.<body as it came>}. The Java library of Standard Webhooks (com.standardwebhooks) has
 * the symmetric {@code v1} alone, so the JDK's own Ed25519 is used.
 */
final class EventSignatures {
  private static final Duration FRESH = Duration.ofMinutes(5);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** Reads the published keys. */
  interface KeySource {
    String read() throws Exception;
  }

  private final KeySource source;
  private final Clock clock;
  private List<PublicKey> keys = List.of();
  private Instant readAt = Instant.MIN;

  EventSignatures(KeySource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  static EventSignatures at(String url) {
    var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    var request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build();
    return new EventSignatures(
        () -> {
          var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
          if (answer.statusCode() != 200) throw new IllegalStateException("no keys");
          return answer.body();
        },
        Clock.systemUTC());
  }

  /** Answers nothing when it is good; the id that was signed has to be the eventId of the body. */
  void verify(String id, String timestamp, String header, byte[] body) {
    if (id == null || header == null || timestamp == null || !timestamp.matches("\\d{1,15}"))
      throw unbelieved("the event is not signed");
    var age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), clock.instant());
    if (age.abs().compareTo(TOLERANCE) > 0) throw unbelieved("the event was signed too long ago");
    var start = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    // Signed by a key that was published a moment ago, perhaps: ask once more.
    for (var newerThan : List.of(FRESH, ASK_AGAIN)) {
      for (var key : published(newerThan)) if (isSigned(key, header, start, body)) return;
    }
    throw unbelieved("the signature of the event is wrong");
  }

  private static boolean isSigned(PublicKey key, String header, byte[] start, byte[] body) {
    for (var part : header.split(" ")) {
      if (!part.startsWith("v1a,")) continue;
      try {
        var verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key);
        verifier.update(start);
        verifier.update(body);
        if (verifier.verify(Base64.getDecoder().decode(part.substring(4)))) return true;
      } catch (GeneralSecurityException | IllegalArgumentException wrong) {
        // Another part may be right.
      }
    }
    return false;
  }

  private synchronized List<PublicKey> published(Duration newerThan) {
    if (readAt.isAfter(clock.instant().minus(newerThan))) return keys;
    try {
      keys = parse(source.read());
      readAt = clock.instant();
    } catch (Exception unreadable) {
      // Older keys go on serving while the platform is away.
      if (keys.isEmpty())
        throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "the event keys cannot be read");
    }
    return keys;
  }

  private static List<PublicKey> parse(String text) throws Exception {
    var found = new ArrayList<PublicKey>();
    for (JWK key : JWKSet.parse(text).getKeys())
      if (key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve()))
        found.add(toKey(pair.getDecodedX()));
    if (found.isEmpty()) throw new IllegalStateException("no key is usable");
    return List.copyOf(found);
  }

  /** RFC 8032 section 5.1.2: little-endian, and the highest bit is that of x. */
  private static PublicKey toKey(byte[] x) throws GeneralSecurityException {
    var y = new byte[x.length];
    for (int at = 0; at < x.length; at++) y[at] = x[x.length - 1 - at];
    boolean isOdd = (y[0] & 0x80) != 0;
    y[0] &= 0x7f;
    var point = new EdECPoint(isOdd, new BigInteger(1, y));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }

  private static Refused unbelieved(String title) {
    return new Refused(HttpStatus.UNAUTHORIZED, title);
  }
}
