import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { KeyRing, KeySet } from './key-ring.ts'

export interface ProviderHost {
  /** The library with the key that signs now. */
  current(): Promise<Provider>
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/**
 * Builds the provider when the signing key changes and swaps it in: requests under way end on the
 * one they began with, so a rotation fails none.
 */
export function createProviderHost(
  keyRing: KeyRing,
  build: (keys: KeySet) => Provider,
  issuer: string,
): ProviderHost {
  const { host, protocol } = new URL(issuer)
  const scheme = protocol.slice(0, -1)
  let built:
    { kid: string; provider: Provider; handle: ReturnType<Provider['callback']> } | undefined

  async function use() {
    const keys = await keyRing.get()
    if (built?.kid !== keys.signing.kid) {
      const provider = build(keys)
      built = { kid: keys.signing.kid, provider, handle: provider.callback() }
    }
    return built
  }

  return {
    current: async () => (await use()).provider,
    async handle(request, response) {
      const { handle } = await use()
      overwriteForwarded(request, host, scheme)
      await handle(request, response)
    },
  }
}

// Where we are is our configuration's to say: not the Host header's, and not that of a client that
// pretends to be a proxy.
function overwriteForwarded(request: IncomingMessage, host: string, scheme: string): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
  }
  request.headers.host = host
  request.headers['x-forwarded-proto'] = scheme
}
