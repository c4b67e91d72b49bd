// The modules of the OpenID Foundation's conformance suite by their published names (as of August
// 2026), and why some do not apply here. The tests of the others carry the same names.

const confidential =
  'Confidential clients with a sign-in do not exist here: who signs users in is a public client with PKCE, who has a secret asks for tokens of its own. The same flow is tested without a secret.'
const fewClaims = 'Not offered by `scopes_supported`, where the suite leaves the module out.'
const noRequestObjects =
  'Request objects are refused as unsupported, which `oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported` proves.'

/** `undefined`: tested; a text: why the module does not apply. */
export const conformancePlans = {
  'oidcc-basic-certification-test-plan': {
    'oidcc-server': undefined,
    'oidcc-response-type-missing': undefined,
    'oidcc-idtoken-signature': undefined,
    'oidcc-idtoken-unsigned':
      'ID tokens are signed with RS256 for every client; no registration asks for another algorithm.',
    'oidcc-userinfo-get': undefined,
    'oidcc-userinfo-post-header': undefined,
    'oidcc-userinfo-post-body':
      'Optional (RFC 6750 section 2.2): access tokens are taken from the Authorization header alone, where no log keeps them.',
    'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': undefined,
    'oidcc-scope-profile': undefined,
    'oidcc-scope-email': undefined,
    'oidcc-scope-address': fewClaims,
    'oidcc-scope-phone': fewClaims,
    'oidcc-scope-all': fewClaims,
    'oidcc-alternate-happy-flow': undefined,
    'oidcc-display-page': undefined,
    'oidcc-display-popup': undefined,
    'oidcc-prompt-login': undefined,
    'oidcc-prompt-none-not-logged-in': undefined,
    'oidcc-prompt-none-logged-in': undefined,
    'oidcc-max-age-1': undefined,
    'oidcc-max-age-10000': undefined,
    'oidcc-ensure-request-with-unknown-parameter-succeeds': undefined,
    'oidcc-id-token-hint': undefined,
    'oidcc-login-hint': undefined,
    'oidcc-ui-locales': undefined,
    'oidcc-claims-locales': undefined,
    'oidcc-ensure-request-with-acr-values-succeeds': undefined,
    'oidcc-codereuse': undefined,
    'oidcc-codereuse-30seconds': undefined,
    'oidcc-ensure-registered-redirect-uri': undefined,
    'oidcc-ensure-post-request-succeeds': undefined,
    'oidcc-server-client-secret-post': confidential,
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': undefined,
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': undefined,
    'oidcc-claims-essential': undefined,
    'oidcc-ensure-request-object-with-redirect-uri': noRequestObjects,
    'oidcc-refresh-token': undefined,
    'oidcc-ensure-request-with-valid-pkce-succeeds': undefined,
  },
  'oidcc-config-certification-test-plan': {
    'oidcc-discovery-endpoint-verification': undefined,
  },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': undefined,
    'oidcc-rp-initiated-logout': undefined,
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': undefined,
    'oidcc-rp-initiated-logout-modified-id-token-hint': undefined,
    'oidcc-rp-initiated-logout-no-id-token-hint': undefined,
    'oidcc-rp-initiated-logout-no-params': undefined,
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': undefined,
    'oidcc-rp-initiated-logout-no-state': undefined,
    'oidcc-rp-initiated-logout-only-state': undefined,
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': undefined,
    'oidcc-rp-initiated-logout-bad-id-token-hint': undefined,
  },
} as const

export type PlanName = keyof typeof conformancePlans
type Plan<P extends PlanName> = (typeof conformancePlans)[P]

/** A test for each module of the plan that applies: one forgotten does not compile. */
export type PlanTests<P extends PlanName> = {
  readonly [M in keyof Plan<P> as Plan<P>[M] extends undefined ? M : never]: () => Promise<void>
}

/** The page about it, as docs/openid-conformance.md must be. */
export function describePlans(): string {
  const rows = (plan: Readonly<Record<string, string | undefined>>) =>
    Object.entries(plan).map(
      ([name, reason]) => `| \`${name}\` | ${reason === undefined ? 'tested' : reason} |`,
    )
  const plans = Object.entries(conformancePlans).map(([name, plan]) =>
    [`## ${name}`, '', '| module | here |', '| --- | --- |', ...rows(plan)].join('\n'),
  )
  return [
    '# OpenID conformance, by name',
    '',
    'The modules of three plans of the OpenID Foundation’s conformance suite, ported as tests of the same',
    'names in `services/iam/src/oidc/conformance.test.ts`, or the reason why one does not apply. The suite',
    'itself has not been run against the service, and nothing here is certified.',
    '',
    plans.join('\n\n'),
    '',
  ].join('\n')
}
