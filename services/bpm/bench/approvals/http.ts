import { connect, type Socket } from 'node:net'

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** One kept connection that carries one request at a time. */
export interface Connection {
  post(path: string, token: string, body: string): Promise<Answer>
  end(): void
}

/**
 * Just enough of HTTP/1.1 for answers with a content-length: whatever the load generator spends on
 * the same cores is missing to what is measured. A service closes what nobody used for a minute,
 * and the other one warms up meanwhile: the next request opens it anew.
 */
export function openConnection(origin: string): Connection {
  const { hostname, port, host } = new URL(origin)
  let waiting: Waiting | undefined
  const open = (): Socket => {
    let received = ''
    return connect(Number(port), hostname)
      .setNoDelay(true)
      .on('data', (chunk) => {
        received += chunk.toString('latin1')
        const head = received.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(
          /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? '0',
        )
        if (received.length < head + 4 + length) return
        const body = Buffer.from(received.slice(head + 4), 'latin1').toString('utf8')
        const answer = { status: Number(received.slice(9, 12)), body }
        received = ''
        waiting?.resolve(answer)
        waiting = undefined
      })
      .on('error', (error) => waiting?.reject(error))
      .on('close', () => waiting?.reject(new Error('the connection ended before an answer')))
  }
  let socket = open()
  return {
    post: (path, token, body) =>
      new Promise((resolve, reject) => {
        if (!socket.writable) socket = open()
        waiting = { resolve, reject }
        const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`
        const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
        socket.write(`${head}${type}\r\n\r\n${body}`)
      }),
    end: () => socket.destroy(),
  }
}
