import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openDirectorySocket } from './directory-socket.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function serve(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const open = (url: string, listed = [url]) =>
  openDirectorySocket({ url, startTls: true, ca: null }, listed, AbortSignal.timeout(1_000))

// RFC 4511 section 4.14: an extended response to the first message, and what it says.
const response = (code: number) =>
  Buffer.from([0x30, 0x0c, 2, 1, 1, 0x78, 7, 0x0a, 1, code, 4, 0, 4, 0])
const forgedBind = Buffer.from([0x30, 0x0c, 2, 1, 2, 0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0])

describe('StartTLS', () => {
  it.each([
    ['refused', response(2)],
    ['answered with words that come before the TLS', Buffer.concat([response(0), forgedBind])],
    [
      'answered with the beginning of some',
      Buffer.concat([response(0), forgedBind.subarray(0, 5)]),
    ],
    ['answered as another message', forgedBind],
    ['answered without an end', Buffer.alloc(5_000, 0x30)],
    ['answered in no known form', Buffer.from([0x30, 0x80, 0, 0])],
  ])('is given up when it is %s', async (_name, bytes) => {
    const url = await serve((socket) => socket.write(bytes))
    await expect(open(url)).rejects.toThrow()
  })

  it('is given up when nobody answers, and when the connection ends', async () => {
    await expect(open(await serve(() => undefined))).rejects.toThrow()
    await expect(open(await serve((socket) => socket.destroy()))).rejects.toThrow()
  })
})

describe('an address that is not listed', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]'])(
    '%s is not connected to',
    async (host) => {
      let asked = 0
      const url = await serve(() => (asked += 1))
      const target = `ldap://${host}:${new URL(url).port}`
      await expect(open(target, [])).rejects.toMatchObject({
        name: expect.stringMatching(/Forbidden$/) as unknown,
      })
      expect(asked).toBe(0)
    },
  )
})
