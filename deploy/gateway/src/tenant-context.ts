import type { Verifier } from '@countersign/auth-verifier'
import type { TenantContext } from './headers.ts'

/**
 * Reads tenant and user from a bearer token. A token that does not verify gives no context and no
 * error: the service refuses it in its own words, and a gateway without keys must not shut its door.
 */
export function createContextReader(verifier: Verifier) {
  return async (authorization: string | undefined): Promise<TenantContext> => {
    const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return {}
    try {
      const { tenantId, subject, grantType } = await verifier.verify(token)
      return {
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(grantType === 'authorization_code' ? { userId: subject } : {}),
      }
    } catch {
      return {}
    }
  }
}
