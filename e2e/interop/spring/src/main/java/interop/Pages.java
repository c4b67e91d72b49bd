package interop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.Map;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.ClientAuthorizationException;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the test asks for, in JSON. */
@RestController
class Pages {
  private static final Authentication NOBODY =
      new AnonymousAuthenticationToken(
          "service", "service", AuthorityUtils.createAuthorityList("ROLE_SERVICE"));

  private final ClientRegistrationRepository registrations;
  private final OAuth2AuthorizedClientRepository clients;
  private final OAuth2AuthorizedClientManager manager;

  Pages(
      ClientRegistrationRepository registrations,
      OAuth2AuthorizedClientRepository clients,
      OAuth2AuthorizedClientManager manager) {
    this.registrations = registrations;
    this.clients = clients;
    this.manager = manager;
  }

  @GetMapping("/issuer")
  Map<String, String> issuer() {
    var provider = registrations.findByRegistrationId("iam").getProviderDetails();
    return Map.of("issuer", provider.getIssuerUri());
  }

  @GetMapping({"/", "/me"})
  Map<String, String> me(Authentication user, HttpServletRequest request) {
    var token = ((OidcUser) user.getPrincipal()).getIdToken();
    OAuth2AuthorizedClient held = clients.loadAuthorizedClient("iam", user, request);
    return Map.of(
        "subject", token.getSubject(),
        "idToken", token.getTokenValue(),
        "refreshToken", held.getRefreshToken().getTokenValue());
  }

  /** The library asked for it at the sign-in. */
  @GetMapping("/userinfo")
  Map<String, Object> userinfo(@AuthenticationPrincipal OidcUser user) {
    return user.getUserInfo().getClaims();
  }

  /** The manager refreshes a token that has expired; so the one that is held gets into the past. */
  @GetMapping("/refresh")
  Map<String, String> refresh(
      Authentication user, HttpServletRequest request, HttpServletResponse response) {
    OAuth2AuthorizedClient held = clients.loadAuthorizedClient("iam", user, request);
    var token = held.getAccessToken();
    var longAgo = Instant.now().minusSeconds(3_600);
    var expired =
        new OAuth2AccessToken(
            token.getTokenType(),
            token.getTokenValue(),
            longAgo,
            longAgo.plusSeconds(600),
            token.getScopes());
    var aged =
        new OAuth2AuthorizedClient(
            held.getClientRegistration(), held.getPrincipalName(), expired, held.getRefreshToken());
    clients.saveAuthorizedClient(aged, user, request, response);
    var asked =
        OAuth2AuthorizeRequest.withAuthorizedClient(aged)
            .principal(user)
            .attribute(HttpServletRequest.class.getName(), request)
            .attribute(HttpServletResponse.class.getName(), response)
            .build();
    return Map.of("accessToken", manager.authorize(asked).getAccessToken().getTokenValue());
  }

  @GetMapping("/service")
  Map<String, String> service(
      @RequestParam String method, HttpServletRequest request, HttpServletResponse response) {
    var asked =
        OAuth2AuthorizeRequest.withClientRegistrationId(method)
            .principal(NOBODY)
            .attribute(HttpServletRequest.class.getName(), request)
            .attribute(HttpServletResponse.class.getName(), response)
            .build();
    return Map.of("accessToken", manager.authorize(asked).getAccessToken().getTokenValue());
  }

  @GetMapping("/resource")
  Map<String, String> resource(@AuthenticationPrincipal Jwt token) {
    return Map.of("subject", token.getSubject());
  }

  @ExceptionHandler(ClientAuthorizationException.class)
  Map<String, String> refused(ClientAuthorizationException refusal) {
    return Map.of("error", refusal.getError().getErrorCode());
  }
}
