import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashEndpoint } from '../../../core/push.ts'
import { createTenant, useService, type TestTenant } from '../../../testing/service.testing.ts'

const path = '/api/bpm/v1/me/push-subscriptions'
const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

interface Device {
  readonly id: string
  readonly endpointHash: string
  readonly device: string | null
  readonly createdAt: string
  readonly lastSentAt: string | null
}
interface Devices {
  readonly applicationServerKey: string | null
  readonly items: readonly Device[]
}

const platformKey = () => service().deps.push?.keys[0].publicKey ?? ''
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let drawn = 0

/** What a browser gives, at an endpoint of its own. */
function subscription(more: Record<string, unknown> = {}) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    endpoint: `https://push.example.net/send/${(drawn += 1)}`,
    keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: 'A'.repeat(22) },
    applicationServerKey: platformKey(),
    ...more,
  }
}

const post = (who: string, body: unknown, of = tenant) =>
  of.as(who).post<Device>(path, body, { 'user-agent': firefox })
const list = async (who: string, of = tenant) => (await of.as(who).get<Devices>(path)).body

describe('a device that is to be told', () => {
  it('is listed with what its person knows it by, and without its endpoint', async () => {
    const body = subscription()
    const { status, body: made } = await post('manager', body)
    expect([status, made]).toEqual([
      201,
      {
        id: made.id,
        endpointHash: hashEndpoint(body.endpoint),
        device: 'Firefox on Linux',
        createdAt: made.createdAt,
        lastSentAt: null,
      },
    ])
    expect(await list('manager')).toEqual({ applicationServerKey: platformKey(), items: [made] })
    expect(JSON.stringify(await list('manager'))).not.toContain(body.endpoint)
    expect((await list('employee')).items).toEqual([])
  })

  it('is one device, however many times at once its browser says so', async () => {
    const body = subscription()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('manager', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect((await list('manager')).items).toHaveLength(1)
  })

  it('has the keys that it gave last', async () => {
    const body = subscription()
    await post('manager', body)
    const renewed = { ...subscription(), endpoint: body.endpoint }
    expect((await post('manager', renewed)).status).toBe(200)
    const { rows } = await sql<{ p256dh: string }>`
      select p256dh from push_subscriptions where tenant_id = ${tenant.id}`.execute(
      service().deps.db,
    )
    expect(rows).toEqual([{ p256dh: renewed.keys.p256dh }])
  })

  it('are ten at most, also when more come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 13 }, () => post('manager', subscription())),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const [refused] = answers.filter(({ status }) => status !== 201)
    expect([refused?.status, refused?.body]).toMatchObject([
      409,
      { code: 'bpm.too_many_devices', most: 10 },
    ])
    const [first] = (await list('manager')).items
    await tenant.as('manager').send('DELETE', `${path}/${first?.id}`)
    expect((await post('manager', subscription())).status).toBe(201)
    expect((await post('employee', subscription())).status).toBe(201)
  })

  it('is of whoever uses its browser now, in whatever tenant it was of somebody else', async () => {
    const body = subscription()
    const other = await createTenant(service())
    await post('employee', body)
    await post('employee', body, other)
    await post('manager', body)
    const items = [await list('employee'), await list('employee', other), await list('manager')]
    expect(items.map((each) => each.items.length)).toEqual([0, 0, 1])
  })

  it('stays with its person in each tenant that they are of', async () => {
    const body = subscription()
    const other = await createTenant(service())
    other.add('consultant', { id: tenant.person('manager').id })
    await post('manager', body)
    expect((await post('consultant', body, other)).status).toBe(201)
    const items = [await list('manager'), await list('consultant', other)]
    expect(items.map((each) => each.items.length)).toEqual([1, 1])
  })

  it('is told no more when its person says so, one or all', async () => {
    const [one, ...others] = await Promise.all([1, 2, 3].map(() => post('manager', subscription())))
    const id = one?.body.id ?? ''
    const own = tenant.as('manager')
    expect((await tenant.as('employee').send('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await own.send('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await own.send('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await list('manager')).items).toHaveLength(others.length)
    await post('employee', subscription())
    expect((await own.send('DELETE', path)).status).toBe(204)
    expect([(await list('manager')).items, (await list('employee')).items.length]).toEqual([[], 1])
  })

  it('is told no more in any tenant of its person, once they say so of all', async () => {
    const other = await createTenant(service())
    other.add('consultant', { id: tenant.person('manager').id })
    await Promise.all([
      post('manager', subscription()),
      post('consultant', subscription(), other),
      post('manager', subscription(), other),
    ])
    expect((await tenant.as('manager').send('DELETE', path)).status).toBe(204)
    const items = [
      await list('manager'),
      await list('consultant', other),
      await list('manager', other),
    ]
    expect(items.map((each) => each.items.length)).toEqual([0, 0, 1])
  })

  it('needs a person: no application and no agent has one', async () => {
    expect((await tenant.application.get(path)).status).toBe(403)
    expect((await tenant.agentOf('employee').get(path)).status).toBe(403)
  })
})

describe('nothing is sent to', () => {
  it.each([
    ['no address', 'push'],
    ['what is not encrypted on the way', 'http://push.example.net/1'],
    ['another scheme', 'file:///etc/passwd'],
    ['this machine', 'https://localhost/1'],
    ['a private address', 'https://10.0.0.1/1'],
    ['a private address as IPv6', 'https://[::ffff:127.0.0.1]/1'],
    ['the address of a cloud for its machines', 'https://169.254.169.254/latest'],
    ['an address in another notation', 'https://0x7f000001/1'],
    ['another port', 'https://push.example.net:8443/1'],
    ['an address with a password', 'https://a:b@push.example.net/1'],
    ['an address with a fragment', 'https://push.example.net/1#2'],
  ])('%s', async (_, endpoint) => {
    const { status, body } = await post('manager', subscription({ endpoint }))
    expect([status, body]).toMatchObject([
      422,
      { code: 'bpm.push_subscription_invalid', errors: [{ pointer: '/endpoint' }] },
    ])
  })

  it.each([
    ['a long address', { endpoint: `https://push.example.net/${'x'.repeat(2048)}` }, '/endpoint'],
    ['a short secret', { keys: { p256dh: 'B'.repeat(87), auth: 'A' } }, '/keys/auth'],
  ])('%s', async (_, more, pointer) => {
    const { status, body } = await post('manager', subscription(more))
    expect([status, body]).toMatchObject([
      400,
      { code: 'bpm.invalid_request', errors: [{ pointer }] },
    ])
  })

  it.each([
    [
      'a key that is no point',
      { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
      '/keys/p256dh',
    ],
    [
      'a device of another platform',
      { applicationServerKey: 'C'.repeat(87) },
      '/applicationServerKey',
    ],
  ])('%s', async (_, more, pointer) => {
    const { status, body } = await post('manager', subscription(more))
    expect([status, body]).toMatchObject([
      422,
      { code: 'bpm.push_subscription_invalid', errors: [{ pointer }] },
    ])
  })
})
