import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, initiate, type Setup, setUp, sha256, type TestUser } from '../../testing/setup.ts'

// Over real sockets: what a client that is still sending gets to see.

let setup: Setup
let user: TestUser
let port: number

beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
  port = (setup.app.server.address() as AddressInfo).port
})
afterAll(() => setup.close())

function startContent(id: string, headers: Record<string, string | number> = {}) {
  const outgoing = request({
    port,
    method: 'POST',
    path: `/api/dms/uploads/${id}/content`,
    headers: { ...user.headers, 'content-type': 'application/octet-stream', ...headers },
  })
  // After an early answer the server closes; what was still being written fails, as it should.
  outgoing.on('error', () => undefined)
  const answer = new Promise<{ status: number; body: Record<string, unknown> }>(
    (resolve, reject) => {
      outgoing.on('response', (response) => {
        response
          .toArray()
          .then((chunks) => {
            const text = Buffer.concat(chunks as Buffer[]).toString()
            resolve({
              status: response.statusCode ?? 0,
              body: JSON.parse(text) as Record<string, unknown>,
            })
          })
          .catch(reject)
      })
    },
  )
  return { outgoing, answer }
}

const session = async (id: string) =>
  (await call(setup, user, 'GET', `/api/dms/uploads/${id}`)).body

describe('content over a socket', () => {
  it('answers too many bytes while they still come', async () => {
    const id = await initiate(setup, user, 1000)
    const { outgoing, answer } = startContent(id)
    outgoing.write(randomBytes(2_000))

    expect(await answer).toMatchObject({ status: 413, body: { code: 'dms.too_large' } })
    outgoing.destroy()
  })

  it('outlives forms that break off in their file, and lets the session start over', async () => {
    const id = await initiate(setup, user, 100_000)
    const bytes = randomBytes(100_000)
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
    for (let round = 0; round < 3; round++) {
      const { outgoing } = startContent(id, type)
      outgoing.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, 50_000)]))
      await expect.poll(async () => (await session(id))['status']).toBe('RECEIVING')
      outgoing.destroy()
      await new Promise((resolve) => outgoing.once('close', resolve))
    }

    await expect
      .poll(() => {
        const { outgoing, answer } = startContent(id, type)
        outgoing.end(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]))
        return answer
      })
      .toMatchObject({ status: 200, body: { sha256: sha256(bytes) } })
  })

  it('answers a length that is too large before any byte', async () => {
    const id = await initiate(setup, user, 1000)
    const { outgoing, answer } = startContent(id, { 'content-length': 5_000_000_000 })
    outgoing.flushHeaders()

    expect(await answer).toMatchObject({ status: 413, body: { code: 'dms.too_large' } })
    outgoing.destroy()
  })

  it('answers a sender that falls silent', async () => {
    const id = await initiate(setup, user, 1000)
    const { outgoing, answer } = startContent(id)
    outgoing.write(randomBytes(10))

    expect(await answer).toMatchObject({ status: 408, body: { code: 'dms.upload_too_slow' } })
    expect(await session(id)).toMatchObject({ receivedBytes: 10 })
    outgoing.destroy()
  })

  it('[DMS-04] keeps what came before the connection broke, and goes on at once', async () => {
    const bytes = randomBytes(3_000_000)
    const id = await initiate(setup, user, bytes.length)
    const { outgoing } = startContent(id, { 'content-length': bytes.length })
    outgoing.write(bytes.subarray(0, 1_000_000))
    await once(outgoing, 'drain').catch(() => undefined)
    await expect.poll(async () => (await session(id))['status']).toBe('RECEIVING')

    outgoing.destroy()
    await expect.poll(async () => (await session(id))['receivedBytes']).toBeGreaterThan(0)
    const from = Number((await session(id))['receivedBytes'])
    const rest = await fetch(`http://127.0.0.1:${port}/api/dms/uploads/${id}/content`, {
      method: 'POST',
      headers: {
        ...user.headers,
        'content-type': 'application/octet-stream',
        'upload-offset': String(from),
      },
      body: new Uint8Array(bytes.subarray(from)),
    })

    expect(rest.status).toBe(200)
    const done = await call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
    expect(done.body['sha256']).toBe(sha256(bytes))
  })

  it('[DMS-02] holds little of a large file in memory', async () => {
    const chunk = randomBytes(1024 * 1024)
    const count = 192
    const id = await initiate(setup, user, chunk.length * count)
    const { outgoing, answer } = startContent(id, { 'content-length': chunk.length * count })
    const before = process.memoryUsage().rss
    let peak = before
    for (let sent = 0; sent < count; sent++) {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain')
      peak = Math.max(peak, process.memoryUsage().rss)
    }
    outgoing.end()

    expect((await answer).status).toBe(200)
    // Client and server share this process, so this is an upper bound for both.
    expect(peak - before).toBeLessThan(128 * 1024 * 1024)
  })
})

describe('a JSON body over a socket', () => {
  it('[DMS-02] is given up when it comes by the byte, with an answer and the connection closed', async () => {
    const outgoing = request({
      port,
      method: 'POST',
      path: '/api/dms/uploads/initiate',
      headers: { ...user.headers, 'content-type': 'application/json', 'content-length': 500 },
    })
    outgoing.on('error', () => undefined)
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    outgoing.write('{"fileName":')
    const [response] = await answered
    const closed = once(response.socket, 'close')
    const body = JSON.parse(Buffer.concat((await response.toArray()) as Buffer[]).toString()) as {
      code: string
    }

    expect([response.statusCode, body.code]).toEqual([408, 'dms.body_too_slow'])
    await closed
  })
})
