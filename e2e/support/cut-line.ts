import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { platform } from './platform.ts'

/** A line to the platform that can be cut, as lines of a train or a phone are. */
export interface CutLine {
  readonly baseUrl: string
  /** How often it was cut. */
  readonly cuts: () => number
  /** Cuts each connection once it has carried so many bytes to the platform, this many times. */
  readonly cutAfterSent: (bytes: number, times: number) => void
  /** Cuts when the platform begins to answer, this many times: the work is done, nobody hears of it. */
  readonly cutAnswers: (times: number) => void
  /** Cuts each connection once it has carried so many bytes from the platform, this many times. */
  readonly cutAfterReceived: (bytes: number, times: number) => void
  readonly close: () => Promise<void>
}

interface Plan {
  readonly sent: number
  readonly received: number
  left: number
}

export async function openCutLine(): Promise<CutLine> {
  const target = new URL(platform().baseUrl)
  const sockets = new Set<Socket>()
  let plan: Plan = { sent: Infinity, received: Infinity, left: 0 }
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', end)
    }
    const carry = (from: Socket, to: Socket, isOver: (bytes: number) => boolean): void => {
      let bytes = 0
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (plan.left > 0 && isOver(bytes)) {
          plan.left -= 1
          cuts += 1
          return end()
        }
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => from.resume())
      from.on('end', () => to.end())
    }
    carry(near, far, (bytes) => bytes > plan.sent)
    carry(far, near, (bytes) => bytes > plan.received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    cutAfterSent: (sent, left) => (plan = { sent, received: Infinity, left }),
    cutAnswers: (left) => (plan = { sent: Infinity, received: 0, left }),
    cutAfterReceived: (received, left) => (plan = { sent: Infinity, received, left }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
