import { InvalidToken, type Verifier } from '@countersign/auth-verifier'
import { authenticate } from '@countersign/auth-verifier/node-http'
import type { IncomingMessage } from 'node:http'
import type { TenantContext } from './headers.ts'

/**
 * Reads tenant and user from the token of a request, and its proof where it is bound to a key. A
 * token that does not verify gives no context and no error: the service refuses it in its own words,
 * and a gateway without keys must not shut its door. One that is known to be revoked ends here: a
 * backend that knows less than we do does not see it.
 *
 * @throws {@link InvalidToken} `revoked` (401)
 */
export function createContextReader(verifier: Verifier) {
  return async (request: IncomingMessage): Promise<TenantContext> => {
    if (request.headers.authorization === undefined) return {}
    try {
      const { tenantId, subject, grantType } = await authenticate(verifier, request)
      return {
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(grantType === 'authorization_code' ? { userId: subject } : {}),
      }
    } catch (error) {
      if (error instanceof InvalidToken && error.reason === 'revoked') throw error
      return {}
    }
  }
}
