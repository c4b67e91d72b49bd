package expenses;

import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.web.SecurityFilterChain;

/** Who may call what: people their expenses, the workflow service the one path of events. */
@Configuration
class Security {
  private static final String KEYS = "/oauth2/jwks";
  private static final String WORKFLOW_CLIENT = "countersign-workflow";

  @Bean
  @Order(1)
  SecurityFilterChain forEvents(
      HttpSecurity http,
      @Value("${platform.url}") String platform,
      @Value("${application.origin}") String origin)
      throws Exception {
    // A token of a delivery names its receiver: one for another application is refused here.
    var tokens = Trust.decoder(platform, platform + KEYS, origin, Clock.systemUTC());
    return stateless(http.securityMatcher(Events.PATH))
        .authorizeHttpRequests(
            requests -> requests.anyRequest().access((token, request) -> ofWorkflow(token.get())))
        .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.decoder(tokens)))
        .build();
  }

  @Bean
  SecurityFilterChain forPeople(HttpSecurity http, @Value("${platform.url}") String platform)
      throws Exception {
    var tokens = Trust.decoder(platform, platform + KEYS, platform, Clock.systemUTC());
    return stateless(http)
        .authorizeHttpRequests(
            requests -> requests.anyRequest().access((token, request) -> ofPerson(token.get())))
        .oauth2ResourceServer(server -> server.jwt(jwt -> jwt.decoder(tokens)))
        .build();
  }

  /** No session and no cookie, so nothing that a foreign page could make a browser send. */
  private static HttpSecurity stateless(HttpSecurity http) throws Exception {
    return http.csrf(csrf -> csrf.disable())
        .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
  }

  private static AuthorizationDecision ofWorkflow(Object authentication) {
    return new AuthorizationDecision(
        authentication instanceof JwtAuthenticationToken caller
            && caller.isAuthenticated()
            && "client_credentials".equals(caller.getToken().getClaimAsString("grant_type"))
            && WORKFLOW_CLIENT.equals(caller.getToken().getClaimAsString("client_id"))
            // Spring makes these of the members of `scope`.
            && caller.getAuthorities().stream()
                .anyMatch(scope -> "SCOPE_bpm.events".equals(scope.getAuthority())));
  }

  private static AuthorizationDecision ofPerson(Object authentication) {
    return new AuthorizationDecision(
        authentication instanceof JwtAuthenticationToken caller
            && caller.isAuthenticated()
            && isPerson(caller.getToken()));
  }

  /** They act themselves: it is no service, and no agent in their name (RFC 8693 section 4.1). */
  static boolean isPerson(Jwt token) {
    return "authorization_code".equals(token.getClaimAsString("grant_type"))
        && !token.hasClaim("act");
  }
}
