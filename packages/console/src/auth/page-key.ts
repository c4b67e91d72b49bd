import { DPoPState, type UserManagerSettings } from 'oidc-client-ts'

type Binding = NonNullable<UserManagerSettings['dpop']>

/** Whether the operator wants tokens bound to a key (RFC 9449): the gateway writes it into the page. */
export const isBinding = (): boolean =>
  document.querySelector('meta[name="countersign-dpop"]')?.getAttribute('content') === 'on'

/**
 * The key of this page: in its memory like the tokens that are bound to it, and nobody can export it.
 * A page that is loaded again has another one, so codes are bound by PKCE alone.
 */
export function bindToPage(clientId: string): Binding {
  let state = makeKey()
  return {
    store: {
      get: () => state,
      set: async (_clientId, next) => {
        state = Promise.resolve(next)
      },
      // Whoever signs in anew goes on with it.
      remove: () => state,
      getAllKeys: async () => [clientId],
    },
  }
}

async function makeKey(): Promise<DPoPState> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return new DPoPState(await crypto.subtle.generateKey(algorithm, false, ['sign']))
}
