import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { createApp } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createVerifier } from '@countersign/auth-verifier'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { problems } from './problems.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { openRaw, sendRaw } from './testing/raw.ts'

const body = Buffer.alloc(3 * 1024 * 1024, 'a')
const unlimited = { token: 0, signIn: 0, shares: 0 }

async function start(change: { readonly iam?: string } = {}) {
  const { options, upstream } = await gatewayOptions()
  const services = { ...options.services, ...change }
  const app = await buildApp({ ...options, services, limits: unlimited })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { base, upstream }
}

/** The status of each of so many requests, ten at a time. */
async function postAll(url: string, count: number): Promise<readonly number[]> {
  const statuses: number[] = []
  while (statuses.length < count) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      ),
    )
    for (const answer of answers) {
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
  }
  return statuses
}

it('passes on the refusal of a service that answers and closes before it has read the body', async () => {
  const { base } = await start()
  expect(new Set(await postAll(`${base}/oauth2/refuse`, 60))).toEqual(new Set([413]))
})

it('passes on the answer of a service that needs no body for it, as of a repeat, to who still sends', async () => {
  const { base, upstream } = await start()
  const socket = await openRaw(base)
  // It reads no answer before it has sent everything: a reset would take the answer from it.
  socket.pause()
  socket.write('POST /api/dms/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
  socket.write(Buffer.alloc(50_000))
  await expect.poll(() => upstream.seen.length).toBe(1)
  await setTimeout(200)
  socket.write(Buffer.alloc(50_000))
  await setTimeout(200)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1.1 200 .*{"ok":true}$/s)
})

it('passes on 413 of a service of ours for 3 MB to /oauth2/token, each time', async () => {
  const service = await createApp({
    service: 'iam',
    version: '0',
    log: createLogger({ service: 'iam', level: 'silent' }),
    verifier: createVerifier({ issuer: 'https://platform.example', jwksUrl: 'http://127.0.0.1:1' }),
    problems,
    trustedProxies: [],
    bodyLimitBytes: 56 * 1024,
  })
  service.post('/oauth2/token', { config: { caller: 'anyone' } }, async () => ({}))
  const iam = await service.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => service.close())
  const { base } = await start({ iam })
  expect(new Set(await postAll(`${base}/oauth2/token`, 60))).toEqual(new Set([413]))
})

it('is done with a client that leaves while the rest of its refused body is awaited', async () => {
  const { base, upstream } = await start()
  const socket = await openRaw(base)
  socket.write('POST /oauth2/refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\npart')
  await expect.poll(() => upstream.seen.length).toBe(1)
  socket.destroy()
  await once(socket, 'close')
  expect((await fetch(`${base}/oauth2/x`)).status).toBe(200)
})

it('tells no outage of a service that a client has not waited for', async () => {
  const { options, upstream } = await gatewayOptions()
  const lines: string[] = []
  const log = createLogger(
    { service: 'gateway', level: 'warn' },
    { write: (line) => void lines.push(line) },
  )
  const app = await buildApp({ ...options, log })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const socket = await openRaw(base)
  socket.write('GET /api/bpm/hang HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => upstream.seen.length).toBe(1)
  socket.destroy()
  await upstream.abandoned
  // Behind it in the same process: what was to be said of the one is said.
  expect((await fetch(`${base}/api/bpm/x`)).status).toBe(200)
  expect(lines).toEqual([])
})

it('answers 502 where a service breaks off in the middle of a short answer, with nothing of it', async () => {
  const service = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': '100',
      etag: '"1"',
    })
    response.write('{"half":', () => response.destroy())
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const { port } = service.address() as AddressInfo
  const { base } = await start({ iam: `http://127.0.0.1:${port}` })
  const answer = await fetch(`${base}/oauth2/x`)
  expect([answer.status, answer.headers.get('etag')]).toEqual([502, null])
  expect(await answer.json()).toMatchObject({ code: 'gateway.upstream_unavailable' })
})

it('does not pass on what a connection names as its own, in either direction', async () => {
  const service = createServer(({ headers }, response) => {
    response.writeHead(200, { connection: 'x-inner', 'x-inner': '1', 'x-outer': '2' })
    response.end(JSON.stringify(headers))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const { port } = service.address() as AddressInfo
  const { base } = await start({ iam: `http://127.0.0.1:${port}` })
  const request =
    'GET /oauth2/x HTTP/1.1\r\nHost: x\r\nX-Mine: 1\r\nX-Kept: 2\r\nConnection: close, X-Mine\r\n\r\n'
  const answer = (await sendRaw(base, request)).toLowerCase()
  expect(answer).toContain('x-outer: 2')
  expect(answer).toContain('"x-kept":"2"')
  expect(answer).not.toContain('x-inner')
  expect(answer).not.toContain('x-mine')
})
