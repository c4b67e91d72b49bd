package expenses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.security.oauth2.jwt.JwtException;

/** The published test vectors (packages/contracts), given to what this application believes. */
class VectorsTest {
  private static JsonNode read(String name) throws IOException {
    var folder = System.getenv().getOrDefault("CONTRACTS", "../../packages/contracts");
    return new ObjectMapper().readTree(Path.of(folder, name + ".vectors.json").toFile());
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static boolean isGood(JsonNode vector) {
    return vector.get("result").asText().equals("good");
  }

  @TestFactory
  Stream<DynamicTest> accessTokens() throws IOException {
    var vectors = read("access-tokens");
    var server = serve(vectors.toString());
    var keys = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    var decoder =
        Trust.decoder(
            vectors.get("issuer").asText(), keys, vectors.get("audience").asText(), Clock.systemUTC());
    return Stream.concat(each(vectors.get("tokens")), each(vectors.get("tenants")))
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("name").asText(),
                    () -> {
                      var token = vector.get("token").asText();
                      if (!isGood(vector)) {
                        assertThrows(JwtException.class, () -> decoder.decode(token));
                        return;
                      }
                      var caller = decoder.decode(token);
                      assertEquals(vector.get("subject").asText(), caller.getSubject());
                      assertEquals(
                          vector.get("tenantId").asText(), caller.getClaimAsString("tenant_id"));
                    }))
        .onClose(() -> server.stop(0));
  }

  @TestFactory
  Stream<DynamicTest> people() throws IOException {
    var vectors = read("access-tokens");
    var server = serve(vectors.toString());
    var keys = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    var decoder =
        Trust.decoder(
            vectors.get("issuer").asText(), keys, vectors.get("audience").asText(), Clock.systemUTC());
    return each(vectors.get("people"))
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("name").asText(),
                    () -> {
                      var caller = decoder.decode(vector.get("token").asText());
                      assertEquals(isGood(vector), Security.isPerson(caller));
                    }))
        .onClose(() -> server.stop(0));
  }

  private static HttpServer serve(String body) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = HttpServer.create(address, 0);
    server.createContext(
        "/",
        exchange -> {
          var bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("content-type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  @TestFactory
  Stream<DynamicTest> signatures() throws IOException {
    var vectors = read("events");
    var now = Instant.ofEpochSecond(vectors.get("nowSeconds").asLong());
    var verifier = new EventSignatures(vectors::toString, Clock.fixed(now, ZoneOffset.UTC));
    return each(vectors.get("signatures"))
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("name").asText(),
                    () -> {
                      if (isGood(vector)) verify(verifier, vector);
                      else
                        assertEquals(
                            401,
                            assertThrows(Refused.class, () -> verify(verifier, vector))
                                .getStatusCode()
                                .value());
                    }));
  }

  private static void verify(EventSignatures verifier, JsonNode vector) {
    verifier.verify(
        vector.get("webhook-id").asText(),
        vector.get("webhook-timestamp").asText(),
        vector.get("webhook-signature").asText(),
        vector.get("body").asText().getBytes(StandardCharsets.UTF_8));
  }

  @TestFactory
  Stream<DynamicTest> sequences() throws IOException {
    return each(read("events").get("sequences"))
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("name").asText(), () -> deliver(vector)));
  }

  private static void deliver(JsonNode vector) {
    var url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    var database = new SimpleDriverDataSource(new org.h2.Driver(), url);
    new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
    var positions =
        new Positions(JdbcClient.create(database), new DataSourceTransactionManager(database));
    var applied = new ArrayList<Integer>();
    for (var delivery : vector.get("deliveries")) {
      var sequence = delivery.get("sequence").asInt();
      var id = delivery.get("eventId").asText();
      var event = new Event(id, "t", "i", "expense", "b", "instance.started", "RUNNING", sequence);
      assertEquals(
          delivery.get("status").asInt() + " " + delivery.path("expected").asInt(),
          answer(positions, event, applied));
    }
    var wanted = each(vector.get("applied")).map(JsonNode::asInt).toList();
    assertEquals(wanted, applied);
  }

  private static String answer(Positions positions, Event event, ArrayList<Integer> applied) {
    try {
      var outcome = positions.applyOnce(event, found -> applied.add(found.sequence()));
      return outcome instanceof Positions.Ahead ahead ? "409 " + ahead.expected() : "200 0";
    } catch (Refused refused) {
      return refused.getStatusCode().value() + " 0";
    }
  }
}
