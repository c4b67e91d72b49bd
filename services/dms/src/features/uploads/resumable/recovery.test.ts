import { randomBytes, randomUUID } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speak, tus, tusBytes } from '../../../testing/resumable.ts'
import { call, type Setup, setUp, type TestUser } from '../../../testing/setup.ts'

// What a client finds when it comes back after something went wrong here.

let setup: Setup
let user: TestUser
let port: number

beforeAll(async () => {
  setup = await setUp({ senderLeaseSeconds: 20 })
  user = setup.makeUser()
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
  port = (setup.app.server.address() as AddressInfo).port
})
afterAll(() => setup.close())

const to = ['POST', '/api/dms/uploads'] as const
const text = { 'content-type': 'text/plain' }
const look = (url: string) => speak(setup, user, ['HEAD', url], tus)
const begin = async (size: number) => {
  const fields = { ...tus, 'upload-length': String(size) }
  return String((await speak(setup, user, to, fields)).fields['location'])
}

/** Sends `bytes` of more that were announced, and keeps the connection. */
function startSending(
  [method, path]: readonly [string, string],
  fields: Record<string, string | number>,
  bytes: Buffer,
) {
  const outgoing = request({ port, method, path, headers: { ...user.headers, ...fields } })
  outgoing.on('error', () => undefined)
  outgoing.write(bytes)
  return outgoing
}

/** The database fails at this table meanwhile. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const [away, back] = [
    `alter table ${table} rename to away`,
    `alter table away rename to ${table}`,
  ]
  await setup.asOwner(away)
  await work().finally(() => setup.asOwner(back))
}

describe('while the database is away', () => {
  it('[DMS-04] lets no client of tus take its upload for ended', async () => {
    const url = await begin(5)

    await without('uploads', async () => {
      expect(await look(url)).toMatchObject({ status: 423, fields: { 'retry-after': '5' } })
    })

    expect(await look(url)).toMatchObject({ status: 200, fields: { 'upload-offset': '0' } })
  })

  it('[DMS-05] tells a client of the draft that its upload is not complete', async () => {
    const fields = { ...text, 'upload-complete': '?1' }

    await without('documents', async () => {
      const refused = await speak(setup, user, to, fields, Buffer.from('hello'))

      expect(refused).toMatchObject({ status: 500, fields: { 'upload-complete': '?0' } })
    })
  })
})

const answerTo = (outgoing: ClientRequest) =>
  new Promise<IncomingMessage>((resolve) => {
    outgoing.on('response', (response) => resolve(response.resume()))
  })

describe('first bytes that come to nothing', () => {
  it('[DMS-04] are refused with the address of the upload', async () => {
    const fields = { ...tusBytes, 'upload-length': '5', 'upload-checksum': WRONG_SHA1 }

    const refused = await speak(setup, user, to, fields, Buffer.from('hello'))

    expect(refused.status).toBe(460)
    expect(await look(String(refused.fields['location']))).toMatchObject({
      status: 200,
      fields: { 'upload-offset': '0' },
    })
  })

  it('[DMS-02] leave no upload that nobody was told of', async () => {
    const owner = setup.makeUser()
    const sent = { 'upload-length': 1_000_000, 'content-length': 1_000_000 }
    const statuses = async () => {
      const { body } = await call(setup, owner, 'GET', '/api/dms/uploads')
      return (body['items'] as { status: string }[]).map(({ status }) => status)
    }

    const fields = { ...tusBytes, ...sent, ...owner.headers }
    const outgoing = startSending(to, fields, randomBytes(300_000))
    await expect.poll(statuses).toEqual(['RECEIVING'])
    outgoing.destroy()

    await expect.poll(statuses).toEqual(['ABORTED'])
  })

  it('[DMS-04] leave an upload that a 104 told of', async () => {
    const fields = {
      ...text,
      'content-length': 1_000_000,
      'upload-complete': '?1',
      'upload-draft-interop-version': '8',
    }
    const outgoing = startSending(to, fields, randomBytes(300_000))
    const location = await new Promise<string>((resolve) => {
      outgoing.once('information', ({ headers }) => resolve(String(headers.location)))
    })
    outgoing.destroy()

    const stand = await speak(setup, user, ['HEAD', location], {})
    expect(stand).toMatchObject({ status: 204, fields: { 'upload-complete': '?0' } })
  })
})

const WRONG_SHA1 = `sha1 ${Buffer.alloc(20).toString('base64')}`

describe('more bytes than were announced', () => {
  it('[DMS-04] take nothing back of what a 104 told', async () => {
    const url = await begin(20_000_000)
    const fields = {
      'content-type': 'application/partial-upload',
      'upload-draft-interop-version': '8',
      'upload-offset': 0,
      'upload-complete': '?0',
    }
    const outgoing = startSending(['PATCH', url], fields, Buffer.alloc(21_000_000, 'a'))
    const told: number[] = []
    outgoing.on('information', ({ headers }) => told.push(Number(headers['upload-offset'])))
    outgoing.end()

    const { statusCode, headers } = await answerTo(outgoing)

    expect(statusCode).toBe(413)
    expect(told.at(-1)).toBeGreaterThan(0)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(Number(headers['upload-offset'])).toBe(told.at(-1))
    const stand = await speak(setup, user, ['HEAD', url], {})
    expect(stand.fields['upload-offset']).toBe(headers['upload-offset'])
  })
})

describe('a sender that is taken the session from', () => {
  it('[DMS-04] has had two seconds of its own', async () => {
    const url = await begin(1_000_000)
    const id = String(url.split('/').at(-1))
    const fields = { ...tusBytes, 'upload-offset': 0, 'content-length': 1_000_000 }
    const silent = startSending(['PATCH', url], fields, randomBytes(300_000))
    await expect
      .poll(async () => (await call(setup, user, 'GET', url)).body['status'])
      .toBe('RECEIVING')
    const [next, began] = [randomUUID(), performance.now()]
    const looked = look(url).then(({ status }) => [status, performance.now() - began] as const)

    await expect.poll(() => performance.now() - began, { timeout: 5_000 }).toBeGreaterThan(1_000)
    await sql`update uploads set sender_id = ${next} where id = ${id}`.execute(setup.db)

    const [status, ms] = await looked
    expect(status).toBe(200)
    expect(ms).toBeGreaterThan(2_900)
    silent.destroy()
  })
})
