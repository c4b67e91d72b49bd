import { answer, form, json, query, ref, type Json } from './parts.ts'

const oauth = { tags: ['OAuth 2.0 and OpenID Connect'] }
const refusals = (...statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `oauth-${status}`)]))
const client = [{ clientBasic: [] }, {}]

const authorization = {
  client_id: 'Of the SPA client.',
  response_type: '`code`.',
  redirect_uri: 'One that the client registered, exactly.',
  scope: '`openid`, and what of the user is wanted.',
  state: 'Comes back unchanged (RFC 6749 section 10.12).',
  code_challenge: 'SHA-256 of the verifier, in base64url (RFC 7636 section 4.2).',
  code_challenge_method: '`S256`.',
  nonce: 'Comes back in the ID token.',
  prompt: '`none`, `login` or `consent`.',
  max_age: 'Seconds since the sign-in, at most.',
  resource: 'The service that the token is for (RFC 8707).',
  request_uri: 'What a pushed request was answered with (RFC 9126).',
  ui_locales: '`en` or `zh-CN`.',
}

const secret = {
  client_id: 'Where the client does not authenticate by a header.',
  client_secret: 'Of a SERVICE client, where it is not in the header.',
}

const page = {
  'text/html': { schema: { type: 'string' } },
  'application/problem+json': { schema: ref('schemas', 'Problem') },
}
const pageHeaders = [
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-Frame-Options',
  'Cross-Origin-Opener-Policy',
  'Location',
  'Set-Cookie',
  'Expires',
]
const onward = answer('The browser goes on by itself.', { '*/*': { schema: {} } }, pageHeaders)
const refusedPage = answer('A page that says what is wrong.', page, pageHeaders)
const laterPage = answer('The database is away: come again.', page, [...pageHeaders, 'Retry-After'])

const authorize = {
  ...oauth,
  summary: 'Sign a user in',
  description:
    'For browsers (RFC 6749 section 4.1.1): leads to the sign-in pages, and back with a code.',
  security: [],
  responses: { 302: onward, 303: onward, 400: refusedPage, 500: refusedPage, 503: laterPage },
}

const token = {
  ...oauth,
  operationId: 'token',
  summary: 'Get a token',
  description:
    'For a code, a refresh token, or as a service (RFC 6749). A scope `tenant:<uuid>` names the tenant of a service.',
  security: client,
  parameters: [
    { name: 'DPoP', in: 'header', description: 'RFC 9449 section 5.', schema: { type: 'string' } },
  ],
  requestBody: form(
    {
      grant_type:
        '`authorization_code`, `refresh_token`, `client_credentials` or `urn:ietf:params:oauth:grant-type:token-exchange`.',
      code: 'With `authorization_code`.',
      redirect_uri: 'As it was when the code was asked for.',
      code_verifier: 'RFC 7636 section 4.5.',
      refresh_token: 'With `refresh_token`.',
      subject_token:
        'What is exchanged (RFC 8693 section 2.1). Bound to a key, it needs the proof of that key.',
      subject_token_type: '`urn:ietf:params:oauth:token-type:access_token`.',
      scope: 'Fewer than before, or those of the service.',
      resource: 'The service that the token is for (RFC 8707).',
      ...secret,
    },
    ['grant_type'],
  ),
  responses: {
    200: answer(
      'The token.',
      json(ref('schemas', 'TokenAnswer'), {
        access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
        token_type: 'Bearer',
        expires_in: 600,
        scope: 'bpm.biztype.register',
      }),
      ['DPoP-Nonce'],
    ),
    ...refusals(400, 401, 403, 413, 415, 429, 500, 503),
  },
}

const pushed = {
  ...oauth,
  operationId: 'pushAuthorizationRequest',
  summary: 'Push an authorization request',
  description: 'RFC 9126.',
  security: client,
  requestBody: form({ ...authorization, ...secret }, []),
  responses: {
    201: answer(
      'It is kept for a short while.',
      json(ref('schemas', 'PushedRequest'), {
        request_uri: 'urn:ietf:params:oauth:request_uri:Example',
        expires_in: 60,
      }),
      ['DPoP-Nonce'],
    ),
    ...refusals(400, 401, 403, 413, 415, 429, 500, 503),
  },
}

const tokenForm = form({ token: 'The token.', token_type_hint: 'Is ignored.', ...secret }, [
  'token',
])

const introspection = {
  ...oauth,
  operationId: 'introspect',
  summary: 'Ask what a token is worth now',
  description: 'RFC 7662; for SERVICE clients.',
  security: client,
  requestBody: tokenForm,
  responses: {
    200: answer(
      'Whether it is active, and what it says.',
      json(ref('schemas', 'Introspection'), { active: false }),
    ),
    ...refusals(400, 401, 403, 413, 415, 429, 500, 503),
  },
}

const revocation = {
  ...oauth,
  operationId: 'revoke',
  summary: 'Give a token back',
  description: 'RFC 7009: also for tokens that nobody knows.',
  security: client,
  requestBody: tokenForm,
  responses: {
    200: answer('It is worth nothing any more.'),
    ...refusals(400, 401, 403, 413, 415, 429, 500, 503),
  },
}

const keys = {
  ...oauth,
  operationId: 'keys',
  summary: 'The keys that verify tokens',
  description: 'RFC 7517.',
  security: [],
  responses: {
    200: answer('The set.', { 'application/jwk-set+json': { schema: ref('schemas', 'KeySet') } }, [
      'ETag',
    ]),
    304: answer('It is the one that `If-None-Match` names.', {}, ['ETag']),
  },
}

const discovery = (operationId: string, description: string) => ({
  ...oauth,
  operationId,
  summary: 'What the issuer offers',
  description,
  security: [],
  responses: { 200: answer('The metadata.', json(ref('schemas', 'Metadata'))) },
})

const userinfo = (operationId: string) => ({
  ...oauth,
  operationId,
  summary: 'Who the user of a token is',
  description: 'OpenID Connect Core section 5.3; needs the scope `openid`.',
  security: [{ user: [] }],
  responses: {
    200: answer('The claims that the scopes allow.', json(ref('schemas', 'Claims'))),
    ...Object.fromEntries(
      [400, 401, 403, 413, 415, 500, 503].map((status) => [status, ref('responses', 'problem')]),
    ),
  },
})

const logoutFields = {
  id_token_hint: 'Of the session that ends.',
  client_id: 'Of the application that asks.',
  post_logout_redirect_uri: 'One that the client registered, exactly.',
  state: 'Comes back unchanged.',
  ui_locales: '`en` or `zh-CN`.',
}
const logout = {
  ...oauth,
  summary: 'Sign a user out',
  description: 'For browsers (OpenID Connect RP-Initiated Logout 1.0).',
  security: [],
  responses: {
    200: answer('A page that asks, or says that it is done.', page, pageHeaders),
    302: onward,
    303: onward,
    400: refusedPage,
    413: refusedPage,
    415: refusedPage,
    500: refusedPage,
  },
}

/** The endpoints of OAuth 2.0 and OpenID Connect, with their own refusals (RFC 6749 section 5.2). */
export const oauthPaths: Readonly<Record<string, Json>> = {
  '/oauth2/authorize': {
    get: {
      ...authorize,
      operationId: 'authorize',
      parameters: query(authorization, ['client_id']),
    },
    post: {
      ...authorize,
      operationId: 'authorizeByForm',
      requestBody: form(authorization, ['client_id']),
      responses: { 303: onward, ...refusals(400, 413, 415, 500) },
    },
  },
  '/oauth2/token': { post: token },
  '/oauth2/par': { post: pushed },
  '/oauth2/introspect': { post: introspection },
  '/oauth2/revoke': { post: revocation },
  '/oauth2/jwks': { get: keys },
  '/.well-known/openid-configuration': {
    get: discovery('openIdConfiguration', 'OpenID Connect Discovery 1.0.'),
  },
  '/.well-known/oauth-authorization-server': {
    get: discovery('authorizationServerMetadata', 'RFC 8414.'),
  },
  '/userinfo': { get: userinfo('userinfo'), post: userinfo('userinfoByPost') },
  '/connect/logout': {
    get: { ...logout, operationId: 'logout', parameters: query(logoutFields) },
    post: { ...logout, operationId: 'logoutByForm', requestBody: form(logoutFields) },
  },
}
