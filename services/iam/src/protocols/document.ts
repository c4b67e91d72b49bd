import { ProblemBody } from '@countersign/service-kit/problem'
import { securitySchemes } from '@countersign/service-kit/security-schemes'
import { oauthPaths } from './oauth-paths.ts'
import { answer, headers, json, ref, type Json } from './parts.ts'
import { schemas } from './schemas.ts'
import { scimPaths } from './scim-paths.ts'

/** What refuses, by the status it refuses with. */
const oauthRefusals: Readonly<Record<number, string>> = {
  400: 'The request, the grant or the code is refused.',
  401: 'The client did not prove who it is.',
  403: 'The client may not.',
  413: 'The form is too large.',
  415: 'The body is no form.',
  429: 'Too many attempts.',
  500: 'A fault of the service.',
  503: 'For now nobody can tell.',
}

const responses: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(oauthRefusals).map(([status, description]) => [
      `oauth-${status}`,
      answer(description, json(ref('schemas', 'OAuthError')), [
        'WWW-Authenticate',
        'DPoP-Nonce',
        'Retry-After',
      ]),
    ]),
  ),
  scim: answer(
    'Refused, in the words of SCIM.',
    { 'application/scim+json': { schema: ref('schemas', 'ScimError') } },
    ['WWW-Authenticate', 'Retry-After'],
  ),
  problem: answer(
    'Refused.',
    { 'application/problem+json': { schema: ref('schemas', 'Problem') } },
    ['WWW-Authenticate', 'Retry-After'],
  ),
}

/**
 * OpenAPI of what iam answers by other people's rules: OAuth 2.0, OpenID Connect and SCIM have paths,
 * bodies and refusals of their own. It is written by hand, as their specifications are; the tests of
 * the routes hold it true. Pages of sign-in are for people, and in no document.
 *
 * Kept by: services/iam/src/protocols/document.test.ts "has every route that is no page"
 */
export const protocolDocument = (version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Countersign iam: protocols',
    version,
    description: 'OAuth 2.0, OpenID Connect and SCIM 2.0.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'Where this document is served.' }],
  paths: { ...oauthPaths, ...scimPaths },
  components: {
    schemas: { ...schemas, Problem: ProblemBody },
    headers,
    responses,
    securitySchemes: {
      user: securitySchemes.user,
      service: securitySchemes.service,
      clientBasic: {
        type: 'http',
        scheme: 'basic',
        description: 'Id and secret of a SERVICE client (RFC 6749 section 2.3.1).',
      },
    },
  },
})
