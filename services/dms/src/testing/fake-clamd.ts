import { type AddressInfo, createServer, type Socket } from 'node:net'

export type ClamdMood = 'well' | 'silent' | 'hangs up' | 'confused'

/**
 * clamd as far as its protocol goes: a stream with its signature in it is infected, one above the
 * limit is refused while it still comes.
 */
export async function startFakeClamd(limitBytes = 1024 * 1024) {
  const state = { mood: 'well' as ClamdMood, signature: 'virus', scanned: [] as Buffer[] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (state.mood === 'hangs up') return void socket.destroy()
    let bytes = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      bytes = Buffer.concat([bytes, data])
      const reply = answer(bytes, limitBytes, state)
      if (reply === undefined || state.mood === 'silent') return
      socket.removeAllListeners('data')
      socket.end(`${state.mood === 'confused' ? 'what?' : reply}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    state,
    url: `tcp://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(
  bytes: Buffer,
  limitBytes: number,
  { signature, scanned }: { readonly signature: string; readonly scanned: Buffer[] },
): string | undefined {
  const command = bytes.indexOf(0)
  if (command < 0) return undefined
  if (bytes.subarray(0, command).toString() === 'zPING') return 'PONG'
  const parts: Buffer[] = []
  let total = 0
  for (let at = command + 1; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) {
      const content = Buffer.concat(parts)
      scanned.push(content)
      return content.includes(signature) ? 'stream: Test.Virus FOUND' : 'stream: OK'
    }
    total += length
    if (total > limitBytes) return 'INSTREAM size limit exceeded. ERROR'
    if (at + 4 + length > bytes.length) return undefined
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
