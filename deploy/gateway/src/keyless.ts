// POSTs that do not read `Idempotency-Key`. Clients that give every POST a key give it to these, too, and sent
// twice they are done twice: a key made, a mail sent, a code used up.
//
// Kept by: deploy/gateway/src/keyless.test.ts "are those whose operations ask for no key"

const one = '[^/]+'

const keyless = [
  '/(oauth2|\\.well-known|userinfo|connect|signin|signout)(/.*)?',
  `/api/iam/v1/users/${one}/(status|password)`,
  '/api/iam/v1/users/import',
  `/api/iam/v1/identity-providers/${one}/check`,
  '/api/iam/v1/me/.*',
  '/api/iam/v1/scim/v2/(Groups|Users)',
  `/internal/v1/iam/erasures/${one}/reports`,
  '/internal/v1/iam/directory/resolve',
  `/internal/v1/iam/security-events/${one}`,
  '/api/bpm/v1/definitions/(validate|dry-run|repair|import)',
  `/api/bpm/v1/simulations/${one}/cancel`,
  `/api/bpm/v1/(start-schedules|signal-starts)/${one}/retry`,
  '/api/bpm/v1/decisions/(validate|try|read)',
  '/api/bpm/v1/process-instances/preview',
  '/api/bpm/v1/me/push-subscriptions',
  `/api/dms/uploads/${one}/content`,
  '/api/dms/documents/archive',
  `/api/dms/documents/${one}/approval`,
  '/internal/v1/dms/(bpm-events|attachments)',
]

const pattern = new RegExp(`^(${keyless.join('|')})/?$`)

/**
 * Whether whoever answers for a path takes a POST with a key once. Backends of the business are taken at their word.
 *
 * @param path With or without a query.
 */
export const readsKey = (path: string): boolean => !pattern.test(path.split('?', 1)[0] ?? '')
