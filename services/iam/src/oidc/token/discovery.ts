import { claimsOfScope } from '../provider/accounts.ts'
import { PROOF_ALGORITHMS } from '@countersign/auth-verifier'
import { allContexts } from '../../core/authentication.ts'
import { openIdScopes } from '../../core/scopes.ts'
import { paths } from '../settings.ts'
import { TOKEN_EXCHANGE } from './exchange.ts'

/**
 * What the issuer says of itself (OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2),
 * written out so that nothing is promised by accident; tests hold each line to what happens.
 */
export function describeIssuer(issuer: string): Record<string, unknown> {
  const at = (path: string) => `${issuer}${path}`
  return {
    issuer,
    authorization_endpoint: at(paths.authorization),
    token_endpoint: at(paths.token),
    pushed_authorization_request_endpoint: at(paths.pushedRequest),
    jwks_uri: at(paths.jwks),
    userinfo_endpoint: at(paths.userinfo),
    revocation_endpoint: at(paths.revocation),
    introspection_endpoint: at(paths.introspection),
    end_session_endpoint: at(paths.logout),
    scopes_supported: [...openIdScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      TOKEN_EXCHANGE,
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: [
      'none',
      'client_secret_basic',
      'client_secret_post',
    ],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: [...Object.values(claimsOfScope).flat(), 'iss', 'aud', 'exp', 'iat', 'nonce'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    acr_values_supported: [...allContexts],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_pushed_authorization_requests: false,
    dpop_signing_alg_values_supported: [...PROOF_ALGORITHMS],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'login', 'consent'],
    ui_locales_supported: ['en', 'zh-CN'],
  }
}
