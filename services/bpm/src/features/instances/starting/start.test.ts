import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { expenseProcess, inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant
const instances = '/api/bpm/v1/process-instances'

const bodyOf = (more: Readonly<Record<string, unknown>> = {}) => ({
  bizType: 'expense',
  bizId: 'E-1',
  title: 'Trip to Lisbon',
  variables: { amount: 250 },
  idempotencyKey: uuidv7(),
  ...more,
})

beforeEach(async () => {
  tenant = await createTenant(service())
})

describe('starting an approval', () => {
  beforeEach(() => publish(service(), tenant.id, expenseProcess))

  it('[BPM-08] starts as the user of the token and shows the approval', async () => {
    const { status, body } = await tenant.as('employee').post(instances, bodyOf())

    expect(status).toBe(201)
    const employee = tenant.person('employee')
    expect(body).toMatchObject({
      tenantId: tenant.id,
      bizType: 'expense',
      bizTypeVersion: '1',
      bizId: 'E-1',
      status: 'RUNNING',
      round: 1,
      revision: 1,
      initiator: { id: employee.id, name: 'EMPLOYEE' },
      definition: { key: 'expense-approval', version: 1 },
      variables: { amount: 250 },
      currentNodes: [{ id: 'manager', name: 'manager task' }],
      endedAt: null,
      result: null,
      detailUrl: '/expenses/E-1',
    })
    const read = await tenant.as('employee').get(`${instances}/${String(body['id'])}`)
    expect(read.body).toEqual(body)
  })

  it('[BPM-10] gives one 201 and the same instance to the rest when equal requests come at once', async () => {
    const body = bodyOf()

    const replies = await Promise.all(
      Array.from({ length: 24 }, () => tenant.as('employee').post<InstanceView>(instances, body)),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(23).fill(200), 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
  })

  it('[BPM-10] compares what the content means, not how it is written', async () => {
    const idempotencyKey = uuidv7()
    const first = await tenant.as('employee').post(instances, bodyOf({ idempotencyKey }))
    const turned = Object.fromEntries(Object.entries(bodyOf({ idempotencyKey })).toReversed())

    const again = await tenant.as('employee').post(instances, turned)

    expect([first.status, again.status]).toEqual([201, 200])
  })

  it.each([
    ['title', { title: 'Another trip' }],
    ['bizId', { bizId: 'E-2' }],
    ['variables', { variables: { amount: 251 } }],
    ['a further member', { variables: { amount: 250, note: '' } }],
  ])('[BPM-11] answers 409 with the instance for other content: %s', async (_name, change) => {
    const body = bodyOf()
    const first = await tenant.as('employee').post<InstanceView>(instances, body)

    const second = await tenant.as('employee').post(instances, { ...body, ...change })

    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'bpm.idempotency_conflict',
      instanceId: first.body.id,
    })
  })

  it('[BPM-11] lets one content win when two use a key at once', async () => {
    const body = bodyOf()
    const bodies = Array.from({ length: 16 }, (_, at) => ({ ...body, title: `Trip ${at % 2}` }))

    const replies = await Promise.all(
      bodies.map((one) => tenant.as('employee').post<InstanceView>(instances, one)),
    )

    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(7).fill(200), 201, ...Array(8).fill(409)])
  })

  it('[BPM-10] keeps the keys of initiators and tenants apart', async () => {
    const other = await createTenant(service())
    await publish(service(), other.id, expenseProcess)
    const body = bodyOf()
    const as = (one: TestTenant, name: string) => one.as(name).post<InstanceView>(instances, body)

    const replies = await Promise.all([
      as(tenant, 'employee'),
      as(tenant, 'finance1'),
      as(other, 'employee'),
    ])

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(3)
  })

  it('[BPM-10] finds the instance also when the permission is gone since', async () => {
    const body = bodyOf()
    const first = await tenant.as('employee').post<InstanceView>(instances, body)

    const again = await tenant.as('employee', []).post<InstanceView>(instances, body)

    expect([again.status, again.body.id]).toEqual([200, first.body.id])
  })

  it('[BPM-12] needs the initiation permission of the business type', async () => {
    const { status, body } = await tenant.as('employee', ['other']).post(instances, bodyOf())

    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'bpm.initiate_forbidden', required: 'expense:start' })
  })

  it('[BPM-08] answers 404 for a business type the tenant does not have', async () => {
    const start = bodyOf({ bizType: 'travel' })

    const { status, body } = await tenant.as('employee').post(instances, start)

    expect([status, body['code']]).toEqual([404, 'bpm.biz_type_unknown'])
  })

  it.each([
    [{ amount: 1, colour: 'red' }, '/variables/colour', 'undeclared'],
    [{ amount: '1' }, '/variables/amount', 'wrong_type'],
    [{}, '/variables/amount', 'required'],
    [{ amount: 1, watchers: ['x'] }, '/variables/watchers/0', 'not_a_user'],
    [{ amount: 1, reviewer: uuidv7() }, '/variables/reviewer', 'unknown_user'],
    [{ amount: 1, watchers: [uuidv7()] }, '/variables/watchers/0', 'unknown_user'],
  ])('[BPM-13] refuses the values %j and points at %s', async (variables, pointer, code) => {
    const { status, body } = await tenant.as('employee').post(instances, bodyOf({ variables }))

    expect([status, body['code']]).toEqual([422, 'bpm.variables_invalid'])
    expect(body['errors']).toMatchObject([{ pointer, code }])
  })

  it('[BPM-13] refuses a user who has left and takes one who is there', async () => {
    const gone = tenant.add('gone', { active: false })
    const withReviewer = (id: string) => bodyOf({ variables: { amount: 1, reviewer: id } })

    const refused = await tenant.as('employee').post(instances, withReviewer(gone.id))
    const manager = tenant.person('manager').id
    const taken = await tenant.as('employee').post(instances, withReviewer(manager))

    expect([refused.status, taken.status]).toEqual([422, 201])
  })

  it.each([
    [{ title: '' }, '/title'],
    [{ title: ' \t ' }, '/title'],
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ idempotencyKey: '' }, '/idempotencyKey'],
    [{ idempotencyKey: 'x'.repeat(129) }, '/idempotencyKey'],
    [{ variables: [] }, '/variables'],
    [{ colour: 'red' }, '/colour'],
    [{ bizId: 7 }, '/bizId'],
    [{ bizId: '..' }, '/bizId'],
  ])('[BPM-08] answers 400 for the shape %j', async (change, pointer) => {
    const { status, body } = await tenant.as('employee').post(instances, bodyOf(change))

    expect([status, body['code']]).toEqual([400, 'bpm.invalid_request'])
    expect(body['errors']).toMatchObject([{ pointer }])
  })

  it.each([
    ['a number that is not finite', '{"amount":1e999}', 400, '/variables/amount'],
    ['a text that cannot be stored', '{"amount":1,"note":"a\\u0000"}', 400, '/variables/note'],
    ['half of a surrogate pair', '{"amount":1,"note":"\\ud800"}', 400, '/variables/note'],
  ])('[BPM-13] refuses %s', async (_name, variables, status, pointer) => {
    const { app, issuer } = service()
    const { id: sub } = tenant.person('employee')
    const token = issuer.userToken({ sub, tenantId: tenant.id, permissions: ['expense:start'] })
    const payload = JSON.stringify(bodyOf({ variables: 0 })).replace(
      '"variables":0',
      `"variables":${variables}`,
    )

    const reply = await app.inject({
      method: 'POST',
      url: instances,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload,
    })

    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ errors: [{ pointer }] })
  })

  it('[BPM-08] refuses a service token', async () => {
    const { status, body } = await tenant.application.post(instances, bodyOf())

    expect([status, body['code']]).toEqual([403, 'auth.user_required'])
  })

  it('starts nothing while the directory does not answer, and starts with the same key after', async () => {
    const { iam } = service()
    const body = bodyOf()
    iam.failWith = 500
    const failed = await tenant.as('employee').post(instances, body)
    iam.failWith = undefined

    const started = await tenant.as('employee').post(instances, body)

    expect([failed.status, failed.body['code']]).toEqual([503, 'bpm.directory_unavailable'])
    expect(started.status).toBe(201)
  })
})

describe('choosing the process', () => {
  const other = inARow('short', [
    { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) },
  ])

  it('[BPM-07] starts nothing without a published process', async () => {
    const { status, body } = await tenant.as('employee').post(instances, bodyOf())

    expect([status, body['code']]).toEqual([422, 'bpm.no_published_definition'])
  })

  it('[BPM-09] asks which one when several are published, and takes the one named', async () => {
    const ids = [
      await publish(service(), tenant.id, expenseProcess),
      await publish(service(), tenant.id, other),
    ]

    const refused = await tenant.as('employee').post(instances, bodyOf())
    const start = bodyOf({ definitionId: ids[1] })
    const started = await tenant.as('employee').post<InstanceView>(instances, start)

    expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.definition_required'])
    expect(refused.body['definitionIds']).toEqual(ids)
    expect(refused.body['detail']).toBe('Several published processes; name one')
    expect([started.status, started.body.definition.key]).toEqual([201, 'short'])
  })

  it('[BPM-09] starts any of more processes than it asks about, and says that there are more', async () => {
    const many = Array.from({ length: 205 }, (_, at) => other.replace('id="short"', `id="p${at}"`))
    const ids = await Promise.all(many.map((xml) => publish(service(), tenant.id, xml)))

    const definitionId = ids.toSorted().at(-1)
    const { status, body } = await tenant.as('employee').post(instances, bodyOf({ definitionId }))
    expect(status, JSON.stringify(body)).toBe(201)
    const refused = await tenant.as('employee').post(instances, bodyOf())
    expect(refused.body['definitionIds']).toEqual(ids.toSorted().slice(0, 200))
    expect(refused.body['detail']).toContain('more than the 200')
  })

  it('[BPM-09] refuses a process that is unknown, or of another type or tenant', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'travel' })
    const ofTravel = await publish(service(), tenant.id, other, 'travel')
    const elsewhere = await createTenant(service())
    const ofTenant = await publish(service(), elsewhere.id, expenseProcess)

    for (const definitionId of [uuidv7(), ofTravel, ofTenant]) {
      const { status, body } = await tenant.as('employee').post(instances, bodyOf({ definitionId }))
      expect([status, body['code']]).toEqual([422, 'bpm.definition_not_published'])
    }
  })
})
