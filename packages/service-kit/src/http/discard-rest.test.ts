import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { discardRest, type DiscardLimits } from './discard-rest.ts'

/** Sends a byte each 10 ms of a body that has no end; answers what came of reading it. */
async function trickle(limits: DiscardLimits): Promise<{ isRead: boolean; tookMs: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n')
  const drip = setInterval(() => socket.write('x'), 10)
  const [request] = (await once(server, 'request')) as Parameters<typeof discardRest>
  const begun = performance.now()
  const isRead = await discardRest(request, limits)
  const tookMs = performance.now() - begun
  clearInterval(drip)
  socket.destroy()
  server.close()
  return { isRead, tookMs }
}

it.each([
  ['so long', { maxBytes: 1_000_000, totalMs: 300 }],
  ['so much', { maxBytes: 20, totalMs: 60_000 }],
])('a body that trickles is read for %s and no longer', async (_, limits) => {
  const { isRead, tookMs } = await trickle({ idleMs: 30_000, ...limits })
  expect(isRead).toBe(false)
  expect(tookMs).toBeLessThan(20_000)
})
