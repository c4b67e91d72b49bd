import { connect, createServer, type AddressInfo } from 'node:net'

export interface StatementCounter {
  /** Of the database, through the counter. */
  readonly url: string
  readonly count: () => number
  readonly close: () => void
}

/**
 * Stands between a service and PostgreSQL and counts the statements that are sent. Counts messages
 * of the protocol and looks at nothing else in them.
 */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const { hostname, port } = new URL(databaseUrl)
  let count = 0
  const server = createServer((service) => {
    const database = connect(Number(port), hostname)
    const read = createReader(() => {
      count += 1
    })
    service.on('data', read)
    service.pipe(database).pipe(service)
    for (const socket of [service, database]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => [service, database].forEach((each) => each.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, count: () => count, close: () => server.close() }
}

const STATEMENTS = new Set(['Q', 'E'])

/** Reads what a client sends: a length, once, then messages of a letter and a length each. */
function createReader(onStatement: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const letterBytes = hasStarted ? 1 : 0
      if (rest.length < letterBytes + 4) return
      const length = letterBytes + rest.readInt32BE(letterBytes)
      if (rest.length < length) return
      if (hasStarted && STATEMENTS.has(rest.toString('latin1', 0, 1))) onStatement()
      hasStarted = true
      rest = rest.subarray(length)
    }
  }
}
