package expenses;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * Access tokens are verified as RFC 9068 has it, without a call for each. Spring's own defaults are
 * laxer: they allow a minute of clock skew, ask for no audience, no expiry and no tenant, and take a
 * bound token from anybody. And they refuse the type at+jwt.
 *
 * <p>A token that was revoked is good here until it ends, ten minutes at most; who must know at once
 * reads the feed of revocations (docs/guides/revocation.md).
 */
final class Trust {
  private static final Duration SKEW = Duration.ofSeconds(5);

  private Trust() {}

  /**
   * @param issuer the {@code iss} of the tokens.
   * @param jwksUrl where its keys are; they are kept for five minutes, an unknown {@code kid} asks
   *     again.
   * @param audience what {@code aud} has to contain: the platform for what people send, this
   *     application for what is delivered to it.
   */
  static JwtDecoder decoder(String issuer, String jwksUrl, String audience, Clock clock) {
    var decoder =
        NimbusJwtDecoder.withJwkSetUri(jwksUrl)
            .jwsAlgorithm(SignatureAlgorithm.RS256)
            // What another type names is none (RFC 9068 section 4). ID tokens say JWT, as do access
            // tokens of clients that ask for it: the audience and client_id tell those apart.
            .jwtProcessorCustomizer(
                processor ->
                    processor.setJWSTypeVerifier(
                        new DefaultJOSEObjectTypeVerifier<>(
                            new JOSEObjectType("at+jwt"),
                            new JOSEObjectType("application/at+jwt"),
                            JOSEObjectType.JWT)))
            .build();
    decoder.setJwtValidator(rules(issuer, audience, clock));
    return decoder;
  }

  private static OAuth2TokenValidator<Jwt> rules(String issuer, String audience, Clock clock) {
    var timestamps = new JwtTimestampValidator(SKEW);
    timestamps.setClock(clock);
    return new DelegatingOAuth2TokenValidator<>(
        timestamps,
        new JwtIssuerValidator(issuer),
        new JwtClaimValidator<Instant>(JwtClaimNames.EXP, Objects::nonNull),
        new JwtClaimValidator<Instant>(
            JwtClaimNames.IAT,
            issued -> issued != null && !issued.isAfter(clock.instant().plus(SKEW))),
        new JwtClaimValidator<List<String>>(
            JwtClaimNames.AUD, named -> named != null && named.contains(audience)),
        present(JwtClaimNames.SUB),
        present(JwtClaimNames.JTI),
        present("client_id"),
        present("tenant_id"),
        Trust::refuseBound);
  }

  // Bound to a key (RFC 9449) or a certificate, which only its holder proves: stolen, it is worth nothing.
  private static OAuth2TokenValidatorResult refuseBound(Jwt token) {
    return token.hasClaim("cnf")
        ? OAuth2TokenValidatorResult.failure(
            new OAuth2Error("invalid_token", "a bound token is no bearer token", null))
        : OAuth2TokenValidatorResult.success();
  }

  private static OAuth2TokenValidator<Jwt> present(String claim) {
    return new JwtClaimValidator<>(claim, value -> value instanceof String text && !text.isEmpty());
  }
}
