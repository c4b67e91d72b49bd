import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp, buildInternalApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { openRaw } from './testing/raw.ts'

const port = { port: 0, host: '127.0.0.1' }

async function start() {
  const { options, upstream } = await gatewayOptions()
  const app = await buildApp({ ...options, internalElsewhere: true })
  const internal = buildInternalApp(options, app)
  return {
    app,
    internal,
    upstream,
    open: await app.listen(port),
    inner: await internal.listen(port),
  }
}

it('is not ready on either port while it drains, and still passes requests on', async () => {
  const { app, internal, open, inner } = await start()
  app.drain.begin()
  for (const base of [open, inner]) {
    const ready = await fetch(`${base}/actuator/health/readiness`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect(await ready.json()).toEqual({
      status: 'DOWN',
      components: { shutdown: { status: 'DOWN' } },
    })
    expect((await fetch(`${base}/actuator/health/liveness`)).status).toBe(200)
  }
  const passed = await fetch(`${open}/api/bpm/v1/inbox`)
  expect([passed.status, passed.headers.get('connection')]).toEqual([200, 'close'])
  await Promise.all([app.close(), internal.close()])
})

it('ends streams of events, and waits for every other answer', async () => {
  const { app, internal, upstream, open } = await start()
  const events = await fetch(`${open}/api/bpm/v1/whisper`)
  const socket = await openRaw(open)
  socket.write(
    'POST /api/dms/uploads/1/digest HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345',
  )
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  await expect.poll(() => upstream.seen.at(-1)?.method).toBe('POST')

  const closed = Promise.all([app.close(), internal.close()])
  expect(await events.text()).toBe('data: 1\n\n')
  socket.write('67890')
  await once(socket, 'close')

  expect(answer).toContain('"sizeBytes":10')
  await closed
})

it('ends a stream of events that begins only while it ends', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => asked.resolve(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { options } = await gatewayOptions()
  const bpm = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await buildApp({ ...options, services: { ...options.services, bpm } })
  const open = await app.listen(port)
  const events = fetch(`${open}/api/bpm/v1/inbox/stream`)
  const response = await asked.promise

  const closed = app.close()
  // By then the streams that were open have been ended.
  await expect.poll(() => app.server.listening).toBe(false)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  await (await events).text()
  await closed
})
