import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { KeyRing, KeySet } from '../../keys/key-ring.ts'

export interface ProviderHost {
  /** The library with the key that signs now. */
  current(): Promise<Provider>
  /**
   * What answers a request. Asked for before the reply is taken from the framework: what fails here still has an
   * answer, what fails after it leaves the client waiting.
   */
  handler(): Promise<Handler>
}

/** `address`: of the client, as far as it is believed. */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
) => Promise<void>

interface Built {
  readonly provider: Provider
  readonly handle: ReturnType<Provider['callback']>
}

/**
 * Builds the provider when the signing key changes and swaps it in: requests under way end on the
 * one they began with, so a rotation fails none.
 *
 * Kept by: services/iam/src/oidc/provider/two-processes.test.ts "fail none of 1,000 requests while the key rotates, and every token verifies"
 */
export function createProviderHost(
  keyRing: KeyRing,
  build: (keys: KeySet) => Promise<Provider>,
  issuer: string,
): ProviderHost {
  const { host, protocol } = new URL(issuer)
  const scheme = protocol.slice(0, -1)
  let built: { kid: string; ready: Promise<Built> } | undefined

  async function use(): Promise<Built> {
    const keys = await keyRing.get()
    // The promise is kept, so that requests that come together build one.
    if (built?.kid !== keys.signing.kid) {
      const ready = prepare(keys)
      built = { kid: keys.signing.kid, ready }
      // A failure is not kept: the next request tries again.
      ready.catch(() => {
        if (built?.ready === ready) built = undefined
      })
    }
    return built.ready
  }

  async function prepare(keys: KeySet): Promise<Built> {
    const provider = await build(keys)
    return { provider, handle: provider.callback() }
  }

  return {
    current: async () => (await use()).provider,
    async handler() {
      const { handle } = await use()
      return async (request, response, address) => {
        overwriteForwarded(request, host, scheme, address)
        await handle(request, response)
      }
    },
  }
}

// Where we are is our configuration's to say: not the Host header's, and not that of a client that
// pretends to be a proxy.
function overwriteForwarded(
  request: IncomingMessage,
  host: string,
  scheme: string,
  address: string,
): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
  }
  request.headers.host = host
  request.headers['x-forwarded-proto'] = scheme
  request.headers['x-forwarded-for'] = address
}
