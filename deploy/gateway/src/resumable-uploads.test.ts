import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { sendRaw } from './testing/raw.ts'

async function startGateway(dms: string): Promise<string> {
  const { options } = await gatewayOptions()
  const app = await buildApp({ ...options, services: { ...options.services, dms } })
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function startService(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** All that comes back for a request of this version of HTTP. */
const ask = (base: string, version: string) =>
  sendRaw(
    base,
    `POST /api/dms/uploads HTTP/${version}\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`,
  )

it('passes on what a service says of an upload before its answer', async () => {
  const service = await startService((request, response) => {
    response.writeInformation(104, {
      location: '/api/dms/uploads/1',
      'upload-draft-interop-version': '8',
      server: 'software',
    })
    response.writeInformation(104, { 'upload-offset': '5' })
    response.writeProcessing()
    request.resume().once('end', () => response.end('done'))
  })
  const base = await startGateway(service)

  const text = await ask(base, '1.1')

  const [first, second, answer, ...rest] = text.split('\r\nHTTP/')
  expect(first).toMatch(/^HTTP\/1\.1 104 /)
  expect(first).toContain('location: /api/dms/uploads/1')
  expect(first).not.toContain('software')
  expect(second).toMatch(/104 .*\r\nupload-offset: 5/)
  expect(answer).toMatch(/^1\.1 200 /)
  expect(rest).toEqual([])
  expect(await ask(base, '1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

it('leaves a client of tus without an answer while the service is away', async () => {
  const base = await startGateway(`http://127.0.0.1:${await findFreePort()}`)
  const url = `${base}/api/dms/uploads/1`
  const tus = { 'tus-resumable': '1.0.0' }

  await expect(fetch(url, { method: 'HEAD', headers: tus })).rejects.toThrow('fetch failed')
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(502)
  expect((await fetch(url, { method: 'PATCH', headers: tus, body: 'x' })).status).toBe(502)
})

it('leaves a client of tus without an answer when the service fails', async () => {
  const service = await startService((_request, response) => response.writeHead(503).end())
  const url = `${await startGateway(service)}/api/dms/uploads/1`
  const tus = { 'tus-resumable': '1.0.0' }

  await expect(fetch(url, { method: 'HEAD', headers: tus })).rejects.toThrow('fetch failed')
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(503)
  expect((await fetch(url, { method: 'PATCH', headers: tus, body: 'x' })).status).toBe(503)
})
