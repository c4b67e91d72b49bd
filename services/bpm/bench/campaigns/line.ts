import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The way of the workers to their database. */
export interface Line {
  readonly port: number
  /** Breaks off the connection on which the server next says that it is done: it is, and nobody hears of it. */
  readonly cutAfterCommit: () => void
  /** How many were broken off so. */
  readonly cuts: () => number
  readonly close: () => void
}

/** ReadyForQuery outside of a transaction: what was asked is committed (PostgreSQL, Frontend/Backend Protocol, message formats). */
const committed = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** A TCP proxy before a PostgreSQL that is asked without TLS. */
export async function openLine(target: URL): Promise<Line> {
  let wanted = 0
  let cuts = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let askedAnything = false
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => database.write(bytes))
    database.on('data', (bytes) => {
      // The first of all ends the signing in.
      const isCut = askedAnything && wanted > 0 && bytes.includes(committed)
      askedAnything ||= bytes.includes(committed)
      if (!isCut) return client.write(bytes)
      wanted -= 1
      cuts += 1
      return client.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    cutAfterCommit: () => (wanted += 1),
    cuts: () => cuts,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
