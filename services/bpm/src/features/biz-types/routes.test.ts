import { beforeEach, describe, expect, it } from 'vitest'
import {
  allowedOrigin,
  bizTypeBody,
  clientOf,
  createTenant,
  declaredVariables,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant
const path = '/internal/v1/bpm/biz-types'
const originsPath = '/api/bpm/v1/callback-origins'

beforeEach(async () => {
  tenant = await createTenant(service())
})

const register = (change: Readonly<Record<string, unknown>> = {}, client = tenant.application) =>
  client.post(path, { ...bizTypeBody, ...change })

describe('registering a business type', () => {
  it('[BPM-01] takes the declaration and gives it back', async () => {
    const events = ['task.created']
    const callback = { ...bizTypeBody.callback, events }
    const { status, body } = await register({ code: 'travel', callback })

    expect(status).toBe(201)
    expect(body).toMatchObject({ ...bizTypeBody, code: 'travel', callback, revision: 1 })
    expect((await tenant.application.get(`${path}/travel`)).body).toEqual(body)
  })

  it('[BPM-01] changes nothing when the same comes again, also at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => register({ code: 'travel' })),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(11).fill(200), 201])
    const { body } = await tenant.application.get(`${path}/travel`)
    expect([body['revision'], body['version']]).toEqual([1, '1'])
  })

  it('[BPM-01] has how many events its receiver takes in one request: one, unless it says so each time', async () => {
    const callback = { ...bizTypeBody.callback, maxEventsPerRequest: 20 }
    const first = await register({ code: 'travel', callback })
    const again = await register({ code: 'travel', callback })
    const without = await register({ code: 'travel' })

    const told = [first, again, without].map(({ body }) => [body['callback'], body['revision']])
    const one = { ...callback, maxEventsPerRequest: 1 }
    expect(told).toEqual([
      [callback, 1],
      [callback, 1],
      [one, 2],
    ])
  })

  it.each([0, 21, 1.5, '2', null])(
    '[BPM-01] takes between one and 20 events in one request, not %j',
    async (maxEventsPerRequest) => {
      const { status, body } = await register({
        callback: { ...bizTypeBody.callback, maxEventsPerRequest },
      })

      expect([status, body['code']]).toEqual([400, 'bpm.invalid_request'])
      expect(body['errors']).toMatchObject([{ pointer: '/callback/maxEventsPerRequest' }])
    },
  )

  it('[BPM-04] takes an added variable and a new label under the same version', async () => {
    const [amount, ...rest] = declaredVariables
    const variables = [{ ...amount, label: 'Total' }, ...rest, { name: 'due', type: 'date' }]

    const { status, body } = await register({ variables })

    expect([status, body['variables'], body['revision']]).toEqual([200, variables, 2])
  })

  it('[BPM-01] has names and labels in each language, and keeps the names that are left out', async () => {
    const names = { en: 'Travel', 'zh-CN': '差旅' }
    const labels = { en: 'Amount', 'zh-CN': '金额' }
    const variables = [{ name: 'amount', type: 'number', labels }]
    const first = await register({ code: 'travel', names, variables })
    const again = await register({ code: 'travel', variables })
    const english = await register({ code: 'trip', names: { en: 'Trip' } })

    expect(first.body).toMatchObject({ names, variables, revision: 1 })
    expect(again.body).toMatchObject({ names, revision: 1 })
    expect([english.status, english.body['code']]).toEqual([400, 'bpm.invalid_request'])
  })

  it('[BPM-04] refuses to remove a variable, and takes it under a new version', async () => {
    const variables = declaredVariables.slice(0, 1)

    const refused = await register({ variables })
    const accepted = await register({ variables, version: '2' })

    expect([refused.status, refused.body['code']]).toEqual([409, 'bpm.variable_removed'])
    expect([accepted.status, accepted.body['version']]).toEqual([201, '2'])
    expect((await tenant.application.get(`${path}/expense`)).body['version']).toBe('2')
  })

  it('[BPM-04] refuses to change a type, and points at it', async () => {
    const variables = declaredVariables.map((variable) =>
      variable.name === 'note' ? { ...variable, type: 'number' } : variable,
    )

    const { status, body } = await register({ variables })

    expect([status, body['code']]).toEqual([409, 'bpm.variable_type_changed'])
    expect(body['errors']).toMatchObject([{ pointer: '/variables/1/type' }])
  })

  it('[BPM-01] keeps the newest version in use when an older one registers again', async () => {
    await register({ version: '2', variables: [] })
    const again = await register()

    expect([again.status, again.body['version']]).toEqual([200, '1'])
    expect((await tenant.application.get(`${path}/expense`)).body['version']).toBe('2')
  })

  it.each(['string', 'number', 'boolean', 'date', 'user', 'users'])(
    '[BPM-03] knows the type %s',
    async (type) => {
      const variables = [{ name: 'value', type }]
      expect((await register({ code: 'typed', variables })).status).toBe(201)
    },
  )

  it.each(['int', 'String', 'object', ''])('[BPM-03] refuses the type %j', async (type) => {
    const { status, body } = await register({ variables: [{ name: 'value', type }] })

    expect([status, body['code']]).toEqual([400, 'bpm.invalid_request'])
    expect(body['errors']).toMatchObject([{ pointer: '/variables/0/type' }])
  })

  describe('with key fields', () => {
    const label = { en: 'Amount', 'zh-CN': '金额' }
    const amount = { variable: 'amount', label, format: 'money', currency: 'CNY' }

    it('keeps them, also where a declaration says nothing of them', async () => {
      const first = await register({ code: 'travel', keyFields: [amount] })
      const second = await register({ code: 'travel' })
      const third = await register({ code: 'travel', version: '2' })
      const last = await register({ code: 'travel', version: '2', keyFields: [] })

      expect(first.body['keyFields']).toEqual([amount])
      expect([second.body['keyFields'], second.body['revision']]).toEqual([[amount], 1])
      expect(third.body['keyFields']).toEqual([amount])
      expect(last.body).not.toHaveProperty('keyFields')
      const users = await tenant.as('employee').get('/api/bpm/v1/biz-types/travel')
      expect(users.body).not.toHaveProperty('keyFields')
    })

    it('keeps of them only what a new version still declares', async () => {
      const note = { variable: 'note', label, format: 'text' }
      await register({ code: 'travel', keyFields: [amount, note] })
      const variables = [{ name: 'amount', type: 'string' }, ...declaredVariables.slice(1)]
      const { body } = await register({ code: 'travel', version: '2', variables })

      expect(body['keyFields']).toEqual([note])
    })

    const other = { variable: 'note', label, format: 'text' }
    it.each([
      ['of no variable', [{ ...amount, variable: 'sum' }], '/keyFields/0/variable'],
      ['twice', [other, { ...other }], '/keyFields/1/variable'],
      ['of another type', [{ ...other, format: 'date' }], '/keyFields/0/format'],
      ['with a person who is none', [{ ...other, format: 'person' }], '/keyFields/0/format'],
      [
        'in a currency of no text',
        [{ ...amount, currencyVariable: 'amount' }],
        '/keyFields/0/currencyVariable',
      ],
      [
        'in two currencies',
        [{ ...amount, currencyVariable: 'note' }],
        '/keyFields/0/currencyVariable',
      ],
      ['with a currency of a text', [{ ...other, currency: 'EUR' }], '/keyFields/0/currency'],
      ['with a unit of money', [{ ...amount, unit: label }], '/keyFields/0/unit'],
    ])('refuses one %s, and points at it', async (_, keyFields, pointer) => {
      const { status, body } = await register({ code: 'travel', keyFields })

      expect([status, body['code']]).toEqual([422, 'bpm.key_field_invalid'])
      expect(body['errors']).toMatchObject([{ pointer }])
    })
  })

  it('refuses a name declared twice', async () => {
    const variables = [
      { name: 'a', type: 'string' },
      { name: 'a', type: 'string' },
    ]
    const { status, body } = await register({ code: 'twice', variables })

    expect([status, body['code']]).toEqual([422, 'bpm.variable_duplicate'])
    expect(body['errors']).toMatchObject([{ pointer: '/variables/1/name' }])
  })

  it.each([
    'https://evil.test',
    'http://app.test:81',
    'https://app.test',
    `${allowedOrigin}/`,
    `${allowedOrigin}.evil.test`,
    'not an origin',
  ])('[BPM-05] refuses the callback origin %s', async (origin) => {
    const { status, body } = await register({ callback: { origin, path: '/events' } })

    expect([status, body['code']]).toEqual([422, 'bpm.origin_not_allowed'])
    expect(body['errors']).toMatchObject([{ pointer: '/callback/origin' }])
  })

  it.each([
    undefined,
    '',
    'events',
    '//evil.test/events',
    'http://evil.test/',
    '/a\\b',
    '/a#b',
    '/a/../b',
    '/a/..',
    '/./a',
    '/a/b%2e%2E/..?x',
    '/a/%2e%2E/c',
    '/récepteur',
    '/a"b',
    '/a\u0001',
    '/a#b',
    '//evil.test/a',
    'a',
  ])('[BPM-06] assumes no callback path: %s', async (callbackPath) => {
    const callback = { origin: allowedOrigin, path: callbackPath }
    const { status, body } = await register({ callback })

    expect([status, body['code']]).toEqual([422, 'bpm.callback_path_required'])
  })

  it.each(['/a/..b', '/.well-known/events', '/events?then=/../x', '/r%C3%A9cepteur'])(
    '[BPM-06] calls the path %s as it was declared',
    async (path) => {
      const { body } = await register({ callback: { origin: allowedOrigin, path } })

      expect(body).toMatchObject({ callback: { path } })
    },
  )

  it.each(['https://evil.test/{bizId}', '//evil.test/{bizId}', 'expenses/{bizId}', '/\\evil', ''])(
    '[BPM-01] refuses the detail path %j',
    async (detailPath) => {
      const { status, body } = await register({ detailPath })

      expect([status, body['code']]).toEqual([422, 'bpm.detail_path_not_relative'])
    },
  )

  it('[BPM-02] needs a service token with the scope and one tenant', async () => {
    const { issuer } = service()
    const scopes = ['bpm.biztype.register']
    const asUser = await register({}, tenant.as('employee', ['expense:start']))
    const weak = await register({}, tenant.service('expense-app', ['bpm.instance.write']))
    const wide = await register({}, clientOf(service(), issuer.serviceToken({ scopes })))

    expect([asUser.status, asUser.body['code']]).toEqual([403, 'auth.service_required'])
    expect([weak.status, weak.body['code']]).toEqual([403, 'auth.insufficient_scope'])
    expect([wide.status, wide.body['code']]).toEqual([403, 'bpm.tenant_scope_required'])
  })

  it('[BPM-02] registers in the tenant of the token alone', async () => {
    const other = await createTenant(service())
    await register({ code: 'travel' })

    expect((await other.application.get(`${path}/travel`)).status).toBe(404)
    expect((await other.as('employee').get('/api/bpm/v1/biz-types/travel')).status).toBe(404)
  })

  it('[BPM-01] leaves a code to the client that registered it first', async () => {
    const other = tenant.service('other-app')

    const { status, body } = await register({}, other)

    expect([status, body['code']]).toEqual([409, 'bpm.biz_type_owned'])
    expect((await other.get(`${path}/expense`)).status).toBe(404)
    const own = await other.get<{ items: unknown[] }>(path)
    expect(own.body.items).toEqual([])
  })

  it('lists the types of the tenant to its users, without where callbacks go', async () => {
    await register({ code: 'travel' })
    await register({ code: 'absence' })
    const list = '/api/bpm/v1/biz-types?limit=2'

    const first = await tenant
      .as('employee')
      .get<{ items: { code: string }[]; nextCursor: string }>(list)
    const rest = await tenant
      .as('employee')
      .get<{ items: { code: string }[] }>(`${list}&cursor=${first.body.nextCursor}`)

    const codes = [...first.body.items, ...rest.body.items].map(({ code }) => code)
    expect(codes).toEqual(['absence', 'expense', 'travel'])
    expect(first.body.items[0]).not.toHaveProperty('callback')
  })
})

describe('callback origins', () => {
  const admin = () => tenant.as('manager', ['bpm:origin:read', 'bpm:origin:write'])
  const replace = (body: unknown, headers = {}) => admin().send('PUT', originsPath, body, headers)

  it('[BPM-05] lets an administrator allow further origins in the tenant', async () => {
    const origins = ['https://more.test', 'https://*.zone.test']
    expect((await replace({ origins })).body).toMatchObject({ origins, revision: 1 })

    const literal = { origin: 'https://more.test', path: '/events' }
    const pattern = { origin: 'https://one.zone.test', path: '/events' }
    expect((await register({ callback: literal })).status).toBe(200)
    expect((await register({ callback: pattern })).status).toBe(200)
    const other = await createTenant(service())
    const elsewhere = await register({ callback: literal }, other.application)
    expect(elsewhere.body['code']).toBe('bpm.origin_not_allowed')
    expect((await admin().get(originsPath)).body).toMatchObject({
      origins,
      deploymentOrigins: [allowedOrigin],
    })
  })

  it('guards the list by its revision, also when it is first written', async () => {
    const origins = ['https://more.test']
    const writes = Array.from({ length: 6 }, () => replace({ origins, revision: 0 }))
    const statuses = (await Promise.all(writes)).map(({ status }) => status)

    expect(statuses.toSorted()).toEqual([200, ...Array(5).fill(412)])
    expect((await replace({ origins: [] }, { 'if-match': '"7"' })).status).toBe(412)
    expect((await replace({ origins: [] }, { 'if-match': '"1"' })).status).toBe(200)
  })

  it('needs permission, and origins that are origins', async () => {
    const weak = await tenant.as('manager').send('PUT', originsPath, { origins: [] })
    const wrong = await replace({ origins: ['https://a.test', 'https://b.test/path'] })

    expect([weak.status, weak.body['code']]).toEqual([403, 'auth.insufficient_scope'])
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'bpm.invalid_request'])
    expect(wrong.body['errors']).toMatchObject([{ pointer: '/origins/1' }])
  })
})
