import type { Caller } from './caller.ts'
import { InsufficientScope, ServiceRequired } from './errors.ts'
import type { Verifier } from './verifier.ts'

export interface CallbackRules {
  readonly verifier: Pick<Verifier, 'verify'>
  /** Client id of the workflow service, the only one that may send events. */
  readonly clientId: string
  /** Default `bpm.events`. */
  readonly scope?: string | undefined
}

/**
 * Builds the check of the token that comes with a workflow event: all that `verifier` checks, and
 * that it was issued to the workflow service itself, by client credentials, for sending events.
 *
 * @throws {@link InvalidToken} (401), {@link KeysUnavailable} (503),
 * {@link ServiceRequired} (403) a user's token, {@link InsufficientScope} (403) another client's
 * token or one without the scope. Whatever it throws: do not accept the event.
 */
export function verifyCallback(rules: CallbackRules): (token: string) => Promise<Caller> {
  const { verifier, clientId, scope = 'bpm.events' } = rules
  if (typeof clientId !== 'string' || clientId === '') {
    throw new TypeError('verifyCallback: clientId is required')
  }
  return async (token) => {
    const caller = await verifier.verify(token)
    if (caller.grantType !== 'client_credentials') throw new ServiceRequired()
    if (caller.clientId !== clientId) {
      throw new InsufficientScope(undefined, 'Events are taken from the workflow service only.')
    }
    if (!caller.scopes.includes(scope)) throw new InsufficientScope(scope)
    return caller
  }
}
