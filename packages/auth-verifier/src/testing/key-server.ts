import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `true` answers 503, `'hang'` never answers, `'reset'` drops the connection. */
export type Outage = boolean | 'hang' | 'reset'

export interface KeyServer {
  readonly origin: string
  fetchCount(): number
  setOutage(outage: Outage): void
  close(): Promise<void>
}

export const JWKS_PATH = '/oauth2/jwks'

/** Serves the key set on 127.0.0.1, on a port that the system chooses. */
export async function startKeyServer(readKeys: () => readonly object[]): Promise<KeyServer> {
  let fetches = 0
  let outage: Outage = false

  const answer = (response: ServerResponse) => {
    if (outage === 'hang') return
    if (outage === 'reset') return void response.destroy()
    if (outage) return void response.writeHead(503).end()
    response
      .writeHead(200, { 'content-type': 'application/jwk-set+json' })
      .end(JSON.stringify({ keys: readKeys() }))
  }
  const server = createServer((request, response) => {
    if (request.url !== JWKS_PATH) return void response.writeHead(404).end()
    fetches++
    answer(response)
  })
  // Does not keep a process alive that forgot to close it.
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    fetchCount: () => fetches,
    setOutage(next) {
      outage = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
