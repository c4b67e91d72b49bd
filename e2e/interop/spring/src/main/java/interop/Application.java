package interop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;

/** Spring Security's client and resource server with their defaults, as an application of the platform. */
@SpringBootApplication
public class Application {

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  @Order(1)
  SecurityFilterChain resourceServer(HttpSecurity http) throws Exception {
    return http.securityMatcher("/resource")
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .build();
  }

  @Bean
  SecurityFilterChain client(HttpSecurity http, ClientRegistrationRepository registrations)
      throws Exception {
    var signedOut = new OidcClientInitiatedLogoutSuccessHandler(registrations);
    signedOut.setPostLogoutRedirectUri("{baseUrl}/bye");
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/issuer", "/service", "/bye")
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .oauth2Login(Customizer.withDefaults())
        .oauth2Client(Customizer.withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(signedOut))
        .build();
  }
}
