import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { openRaw } from './testing/raw.ts'

it('passes nothing on of a client that left before its token was verified', async () => {
  const { options, upstream } = await gatewayOptions()
  const asked = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  const verifier = {
    ...options.verifier,
    verify: async (): Promise<never> => {
      asked.resolve()
      await known.promise
      throw new Error('nobody')
    },
  }
  const app = await buildApp({ ...options, verifier })
  onTestFinished(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await openRaw(base)
  client.write('GET /api/bpm/v1/inbox HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n')
  await asked.promise
  client.destroy()
  const connections = () => new Promise((done) => app.server.getConnections((_, n) => done(n)))
  await expect.poll(connections).toBe(0)
  known.resolve()

  await (await fetch(`${base}/api/bpm/v1/x`)).arrayBuffer()
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/api/bpm/v1/x'])
})
