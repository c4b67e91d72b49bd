import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { openRaw } from './testing/raw.ts'

const many = 200

it.each([
  ['hold streams', 'GET /api/bpm/whisper HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['send no end', 'POST /api/bpm/digest HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1'],
])('keeps nobody waiting for those who %s, however many they are', async (_, request) => {
  const { options, upstream } = await gatewayOptions()
  const app = await buildApp(options)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = await Promise.all(Array.from({ length: many }, () => openRaw(base)))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  for (const socket of sockets) socket.on('error', () => {}).write(request)
  await expect.poll(() => upstream.seen.length, { timeout: 60_000 }).toBe(many)
  expect((await fetch(`${base}/api/bpm/x`)).status).toBe(200)
})
