const prefix = 'urn:countersign:vouched:'

/**
 * The authentication context (`acr`) of a session that a tenant's own provider vouched for. Whoever
 * runs that provider could say they are anybody who is connected with it; so the session reaches
 * that tenant and no other the account is a member of, and changes nothing by which one gets into the
 * account as a whole.
 *
 * Kept by: services/iam/src/oidc/federation/openid.test.ts "is believed in its own tenant and in no other of the same person"
 */
export const contextOf = (tenantId: string) => `${prefix}${tenantId}`

/** The one tenant that a session reaches; undefined for one that is not limited. */
export const limitOf = (session: { readonly acr?: unknown } | undefined): string | undefined =>
  typeof session?.acr === 'string' && session.acr.startsWith(prefix)
    ? session.acr.slice(prefix.length)
    : undefined

/** Why the sign-in page is shown again to somebody who came from a provider. */
export const beyondVoucher = 'beyond_voucher'
