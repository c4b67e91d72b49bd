import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What the network, or the server behind it, does to connections. */
export type Fault =
  /** Takes connections and bytes, and says nothing: a stopped process. */
  | { readonly kind: 'frozen' }
  /** Answers every HTTP request by this status. */
  | { readonly kind: 'refusing'; readonly status: number }
  /** Breaks each connection off after so many bytes to the server. */
  | { readonly kind: 'breaking'; readonly afterBytes: number }
  /** Waits before each piece that goes either way. */
  | { readonly kind: 'slow'; readonly delayMs: number }

export interface FaultProxy {
  readonly port: number
  set(fault: Fault | undefined): void
  /**
   * Breaks off the connection on which the server next sends `text`, before the client sees it:
   * what the server has done stands, and nobody hears of it. Resolves when that happened.
   */
  swallowNext(text: string): Promise<void>
  close(): Promise<void>
}

interface State {
  fault: Fault | undefined
  swallow: { readonly text: string; readonly done: () => void } | undefined
  readonly sockets: Set<Socket>
}

/** A TCP proxy in front of `target` that does what it is told. */
export async function startFaultProxy(target: URL): Promise<FaultProxy> {
  const state: State = { fault: undefined, swallow: undefined, sockets: new Set() }
  const { sockets } = state
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    join(state, client, upstream)
    sendOn(state, client, upstream)
    answer(state, client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      state.fault = next
      // Requests that hung stay lost; what comes from now on is new.
      if (next === undefined) for (const socket of sockets) socket.destroy()
    },
    swallowNext: (text) =>
      new Promise<void>((resolve) => {
        state.swallow = { text, done: resolve }
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Each ends with the other. */
function join(state: State, client: Socket, upstream: Socket): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    state.sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      state.sockets.delete(socket)
      const { fault } = state
      // What was delayed is still to arrive.
      setTimeout(() => other.destroy(), fault?.kind === 'slow' ? 10 * fault.delayMs : 0)
    })
  }
}

function sendOn(state: State, client: Socket, upstream: Socket): void {
  let sentBytes = 0
  client.on('data', (chunk) => {
    const { fault } = state
    if (fault?.kind === 'frozen') return
    if (fault?.kind === 'refusing') {
      const { status } = fault
      client.end(`HTTP/1.1 ${status} Fault\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    sentBytes += chunk.length
    if (fault?.kind === 'breaking' && sentBytes > fault.afterBytes) {
      client.resetAndDestroy()
      return
    }
    passOn(state, chunk, client, upstream)
  })
}

function answer(state: State, client: Socket, upstream: Socket): void {
  upstream.on('data', (chunk) => {
    const { fault, swallow } = state
    if (fault?.kind === 'frozen') return
    if (swallow !== undefined && chunk.includes(swallow.text)) {
      state.swallow = undefined
      client.resetAndDestroy()
      swallow.done()
      return
    }
    passOn(state, chunk, upstream, client)
  })
}

function passOn({ fault }: State, chunk: Buffer, from: Socket, to: Socket): void {
  const send = () => {
    if (to.destroyed || to.write(chunk)) return
    from.pause()
    to.once('drain', () => from.resume())
  }
  if (fault?.kind !== 'slow') {
    send()
    return
  }
  from.pause()
  setTimeout(() => {
    from.resume()
    send()
  }, fault.delayMs)
}
