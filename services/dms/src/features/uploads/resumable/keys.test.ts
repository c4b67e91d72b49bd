import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, speak, tus, tusBytes } from '../../../testing/resumable.ts'
import { call, type Setup, setUp, sha256, type TestUser } from '../../../testing/setup.ts'

// A creation whose answer was lost is sent again with the same Idempotency-Key.

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

const to = '/api/dms/uploads'
type Fields = Readonly<Record<string, string>>
const protocols = {
  'tus 1.0': (size: number): Fields => ({ ...tus, 'upload-length': String(size) }),
  'the IETF draft': (size: number): Fields => ({
    'upload-length': String(size),
    'upload-complete': '?0',
  }),
} as const

const create = (fields: Fields, as = user, query = '') =>
  speak(setup, as, ['POST', to + query], fields)
const locationOf = ({ fields }: { fields: Record<string, string | undefined> }) =>
  String(fields['location'])
const append = (url: string, offset: number, bytes: Buffer) =>
  speak(setup, user, ['PATCH', url], { ...tusBytes, 'upload-offset': String(offset) }, bytes)
const uploadsOf = async (owner: TestUser) =>
  (await call(setup, owner, 'GET', to)).body['items'] as { id: string; status: string }[]

describe.each(Object.entries(protocols))('a creation by %s with a key', (_, fieldsOf) => {
  const keyed = (size: number, key: string = randomUUID()): Fields => ({
    ...fieldsOf(size),
    'idempotency-key': key,
  })

  it('[DMS-04] begins one upload, and tells each repeat where that stands', async () => {
    const fields = keyed(10)
    const first = await create(fields)
    expect(first.status).toBe(201)
    expect(first.fields['idempotency-replayed']).toBeUndefined()
    const url = locationOf(first)
    const again = { status: 201, fields: { location: url, 'idempotency-replayed': 'true' } }

    expect(await create(fields)).toMatchObject(again)
    await append(url, 0, Buffer.from('hello'))
    const half = await create(fields)
    expect(half).toMatchObject(again)
    expect(half.fields['upload-offset']).toBe('5')
    const { fields: done } = await append(url, 5, Buffer.from('world'))

    const { status, fields: told } = await create(fields)
    expect(status).toBe(201)
    expect(told).toMatchObject({ location: url, 'upload-offset': '10' })
    expect(done['version-id']).toBeDefined()
  })

  it('[DMS-04] begins one upload for eight at once, and reserves its bytes once', async () => {
    const owner = setup.makeUser({ tenantId: randomUUID() })
    const fields = keyed(1000)

    const answers = await Promise.all(Array.from({ length: 8 }, () => create(fields, owner)))

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(locationOf)).size).toBe(1)
    const replays = answers.filter((answer) => answer.fields['idempotency-replayed'] === 'true')
    expect(replays).toHaveLength(7)
    expect(await uploadsOf(owner)).toHaveLength(1)
  })

  it('[DMS-04] is refused when something else is asked for', async () => {
    const fields = keyed(10)
    await create(fields)

    const others = [
      await create({ ...fields, 'upload-length': '11' }),
      await create(fields, user, '?title=Other'),
    ]

    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { code: 'dms.idempotency_conflict' } })
      expect(other.fields['location']).toBeUndefined()
    }
  })

  it('[DMS-11] shares it with nobody', async () => {
    const fields = keyed(10)
    const mine = locationOf(await create(fields))
    const others = [setup.makeUser(), setup.makeUser({ tenantId: randomUUID() })]

    for (const other of others) {
      const theirs = await create(fields, other)
      expect(theirs.status).toBe(201)
      expect(locationOf(theirs)).not.toBe(mine)
    }
  })

  it('[DMS-04] begins another once the first was given up, or has waited too long', async () => {
    const fields = keyed(10)
    const first = locationOf(await create(fields))
    await speak(setup, user, ['DELETE', first], tus)
    const second = locationOf(await create(fields))
    expect(second).not.toBe(first)
    expect(locationOf(await create(fields))).toBe(second)

    setup.advance(3_700_000)

    const third = await create(fields)
    expect(third.status).toBe(201)
    expect(locationOf(third)).not.toBe(second)
    expect(third.fields['idempotency-replayed']).toBeUndefined()
  })

  it('[DMS-04] finds a file that is whole until the time of its upload is over, and begins another then', async () => {
    const fields = keyed(5)
    const first = locationOf(await create(fields))
    const { fields: done } = await append(first, 0, Buffer.from('hello'))
    expect(done['version-id']).toBeDefined()
    const found = { location: first, 'upload-offset': '5', 'idempotency-replayed': 'true' }
    expect(await create(fields)).toMatchObject({ status: 201, fields: found })

    setup.advance(3_500_000)
    expect(await create(fields)).toMatchObject({ status: 201, fields: found })

    setup.advance(200_000)
    const another = await create(fields)
    expect(another).toMatchObject({ status: 201, fields: { 'upload-offset': '0' } })
    expect(locationOf(another)).not.toBe(first)
    expect(another.fields['idempotency-replayed']).toBeUndefined()
  })

  it.each(['', 'x'.repeat(129)])('[DMS-02] is refused with a key that is none: %j', async (key) => {
    const refused = await create(keyed(10, key))
    expect(refused).toMatchObject({ status: 400, body: { code: 'dms.invalid_request' } })
  })
})

it('[DMS-04] a tus client asks for other metadata, and is refused', async () => {
  const fields = { ...tus, 'upload-length': '10', 'idempotency-key': randomUUID() }
  const named = (filename: string) =>
    create({ ...fields, 'upload-metadata': metadataOf({ filename }) })
  expect((await named('a.txt')).status).toBe(201)
  expect((await named('b.txt')).body['code']).toBe('dms.idempotency_conflict')
})

it('[DMS-05] a whole file is sent again with its creation, and makes one version', async () => {
  const bytes = Buffer.from('all of it')
  const fields = { 'upload-complete': '?1', 'idempotency-key': randomUUID() }
  const send = () => speak(setup, user, ['POST', to], fields, bytes)

  const [first, second] = [await send(), await send()]

  expect(first).toMatchObject({ status: 200, body: { sha256: sha256(bytes) } })
  expect(second).toMatchObject({ status: 200, body: first.body })
  expect(second.fields['idempotency-replayed']).toBe('true')
})

it.each([
  ['tus 1.0', { ...tusBytes, 'upload-length': '1000000' }],
  ['the IETF draft', { 'upload-complete': '?1' }],
])(
  '[DMS-04] what came of a first request of %s that broke off is kept, and gone on from',
  async (_, more) => {
    const owner = setup.makeUser()
    const bytes = randomBytes(1_000_000)
    const fields = { ...more, 'idempotency-key': randomUUID() }
    const outgoing = request({
      port,
      method: 'POST',
      path: to,
      headers: { ...owner.headers, ...fields, 'content-length': bytes.length },
    })
    outgoing.on('error', () => undefined)
    outgoing.write(bytes.subarray(0, 300_000))
    const statuses = async () => (await uploadsOf(owner)).map(({ status }) => status)
    await expect.poll(statuses).toEqual(['RECEIVING'])
    outgoing.destroy()

    const again = await speak(setup, owner, ['POST', to], fields, bytes)

    expect(again).toMatchObject({ status: 201, fields: { 'idempotency-replayed': 'true' } })
    const offset = Number(again.fields['upload-offset'])
    expect(offset).toBe(300_000)
    const rest = { ...tusBytes, 'upload-offset': String(offset) }
    const done = await speak(
      setup,
      owner,
      ['PATCH', locationOf(again)],
      rest,
      bytes.subarray(offset),
    )
    const path = `/api/dms/versions/${String(done.fields['version-id'])}`
    expect((await call(setup, owner, 'GET', path)).body['sha256']).toBe(sha256(bytes))
    expect(await statuses()).toEqual(['COMPLETED'])
  },
)
