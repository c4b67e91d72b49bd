import vectors from '@countersign/contracts/content-hash.vectors.json' with { type: 'json' }
import { contentHash } from '@countersign/service-kit/content-hash'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { instancesPath, startBody } from '../../../testing/approvals.testing.ts'
import { expenseProcess, inARow, toManager, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type Client,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { forgetOldPermits } from './queries.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await register(tenant, { start: 'permit' })
  await publish(service(), tenant.id, expenseProcess)
})

const register = ({ application }: TestTenant, more: object) =>
  application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, ...more })

type Start = ReturnType<typeof startBody>

const hashOf = ({ idempotencyKey: _, ...content }: Start) =>
  contentHash(content).toString('base64url')

const permitFor = (start: Start, more: object = {}, client: Client = tenant.application) =>
  client.post<{ permit: string; expiresAt: string }>('/internal/v1/bpm/start-permits', {
    initiator: tenant.person('employee').id,
    bizType: start.bizType,
    bizId: start.bizId,
    contentHash: hashOf(start),
    expiresInSeconds: 600,
    ...more,
  })

async function takePermit(start: Start, more: object = {}): Promise<string> {
  const { status, body } = await permitFor(start, more)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.permit
}

const send = (start: object, username = 'employee') =>
  tenant.as(username).post<InstanceView & { code: string }>(instancesPath, start)

const countInstances = async () =>
  (
    await service()
      .deps.db.selectFrom('process_instances')
      .where('tenant_id', '=', tenant.id)
      .select('id')
      .execute()
  ).length

describe('a business type whose starts need a permit', () => {
  it('says so to users and to its owner', async () => {
    const [mine, seen] = [
      await tenant.application.get('/internal/v1/bpm/biz-types/expense'),
      await tenant.as('employee').get('/api/bpm/v1/biz-types/expense'),
    ]

    expect([mine.body['start'], seen.body['start']]).toEqual(['permit', 'permit'])
    const opened = await register(tenant, { start: 'open' })
    expect([opened.status, opened.body['start']]).toEqual([200, 'open'])
  })

  it('stays so for an application that does not know of it, also in a version of its own', async () => {
    for (const version of [{}, { version: '0.9' }]) {
      const again = await register(tenant, version)
      expect(again.body['start']).toBe('permit')
    }
  })

  it('is started by nobody who only thinks of a content', async () => {
    const refused = await send(startBody())
    const guessed = await send({ ...startBody(), permit: 'guessed' })

    expect([refused.status, refused.body.code]).toEqual([403, 'bpm.permit_required'])
    expect([guessed.status, guessed.body.code]).toEqual([403, 'bpm.permit_invalid'])
    expect(await countInstances()).toBe(0)
  })

  it('is started with a permit, once; a repeat of the start is no second use', async () => {
    const start = startBody()
    const permit = await takePermit(start)

    const [first, again] = [await send({ ...start, permit }), await send({ ...start, permit })]
    const withoutIt = await send(start)
    const withAnother = await send({ ...start, permit: await takePermit(start) })
    const second = await send({ ...start, idempotencyKey: uuidv7(), permit })

    expect([first.status, again.status]).toEqual([201, 200])
    expect([withoutIt.status, withAnother.status]).toEqual([200, 200])
    const ids = [again, withoutIt, withAnother].map(({ body }) => body.id)
    expect(ids).toEqual(Array(3).fill(first.body.id))
    expect([second.status, second.body.code]).toEqual([409, 'bpm.permit_used'])
    expect(await countInstances()).toBe(1)
  })

  it.each([
    ['bizId', { bizId: 'other' }],
    ['title', { title: 'Other' }],
    ['variables', { variables: { amount: 2501 } }],
  ])('refuses a permit of other content: %s', async (_, change) => {
    const start = startBody()
    const permit = await takePermit(start)

    const { status, body } = await send({ ...start, ...change, permit })

    expect([status, body.code]).toEqual([403, 'bpm.permit_invalid'])
    expect((await send({ ...start, permit })).status).toBe(201)
  })

  it('refuses a definition that was not permitted, and takes one that was', async () => {
    const definitionId = await publish(
      service(),
      tenant.id,
      inARow('other', [{ id: 'a', xml: userTask('a', { candidates: toManager }) }]),
    )
    const start = { ...startBody(), definitionId }
    const { definitionId: _, ...open } = start

    const refused = await send({ ...start, permit: await takePermit(open) })
    const taken = await send({ ...start, permit: await takePermit(start) })

    expect([refused.status, refused.body.code]).toEqual([403, 'bpm.permit_invalid'])
    expect([taken.status, taken.body.definition.id]).toEqual([201, definitionId])
  })

  it('refuses somebody else, and a permit that is over', async () => {
    const start = startBody()
    const permit = await takePermit(start)

    const { body } = await send({ ...start, permit }, 'manager')
    expect(body.code).toBe('bpm.permit_invalid')
    await sql`update start_permits set expires_at = now() where tenant_id = ${tenant.id}`.execute(
      service().deps.db,
    )
    const late = await send({ ...start, permit })
    expect([late.status, late.body.code]).toEqual([403, 'bpm.permit_invalid'])
  })

  it('keeps a permit that a refused start carried', async () => {
    const start = startBody({ variables: { amount: 'much' } })
    const stuck = startBody({ variables: { amount: 1, reviewer: uuidv7() } })
    const [one, two] = [await takePermit(start), await takePermit(stuck)]

    const refused = [
      await send({ ...start, permit: one }),
      await send({ ...stuck, permit: two }),
      await tenant.as('employee', []).post(instancesPath, { ...stuck, permit: two }),
    ]

    expect(refused.map(({ status }) => status)).toEqual([422, 422, 403])
    tenant.add('reviewer', { id: stuck.variables['reviewer' as never] as string })
    expect((await send({ ...stuck, permit: two })).status).toBe(201)
  })

  it('makes one start of many that carry it at once', async () => {
    for (let round = 0; round < 5; round++) {
      const start = startBody()
      const permit = await takePermit(start)
      const keys = Array.from({ length: 12 }, () => uuidv7())

      // Each of them twice: a repeat finds what its own first request came to.
      const replies = await Promise.all(
        [...keys, ...keys].map((idempotencyKey) => send({ ...start, idempotencyKey, permit })),
      )

      const statuses = replies.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 201, ...Array(22).fill(409)])
      expect(await countInstances()).toBe(round + 1)
    }
  })

  it('lets one permit each make one start when equal starts come at once', async () => {
    const start = startBody()
    const permits = await Promise.all(Array.from({ length: 8 }, () => takePermit(start)))

    const replies = await Promise.all(permits.map((permit) => send({ ...start, permit })))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    // The others are still good: a repeat is no use of a permit.
    const next = await Promise.all(
      permits.map((permit) => send({ ...start, idempotencyKey: uuidv7(), permit })),
    )
    expect(next.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(201), 409])
  })

  it('is not started by a process of another type that calls its process', async () => {
    await register(tenant, { code: 'outer' })
    const call = `<callActivity id="call" calledElement="expense-approval"><extensionElements>
      <approval:call><approval:in source="amount" target="amount"/></approval:call>
      </extensionElements></callActivity>`
    await publish(service(), tenant.id, inARow('outer', [{ id: 'call', xml: call }]), 'outer')

    const { status, body } = await send({ ...startBody(), bizType: 'outer' })

    expect([status, body.code]).toEqual([422, 'bpm.process_stuck'])
    await register(tenant, { start: 'open' })
    expect((await send({ ...startBody(), bizType: 'outer' })).status).toBe(201)
  })
})

describe('a permit', () => {
  it('is given to the owner of the type alone', async () => {
    const start = startBody()

    const stranger = await permitFor(start, {}, tenant.service('other-app'))
    const reader = await permitFor(start, {}, tenant.service('expense-app', ['bpm.instance.read']))
    const user = await permitFor(start, {}, tenant.as('employee'))
    const elsewhere = await createTenant(service())
    const foreign = await permitFor(start, {}, elsewhere.application)
    const carried = await send({ ...start, permit: foreign.body.permit })

    expect([stranger.status, reader.status, user.status]).toEqual([404, 403, 403])
    expect([foreign.status, carried.status]).toEqual([201, 403])
  })

  it.each([
    ['a hash in another encoding', { contentHash: 'a'.repeat(64) }],
    ['a second spelling of a hash', { contentHash: `${'A'.repeat(42)}B` }],
    ['no end', { expiresInSeconds: 1e9 }],
    ['an end before now', { expiresInSeconds: 0 }],
  ])('is not made with %s', async (_, change) => {
    expect((await permitFor(startBody(), change)).status).toBe(400)
  })

  it('is answered once and kept as a hash', async () => {
    const start = startBody()
    const ask = () =>
      tenant.application.post<{ permit?: string; expiresAt: string }>(
        '/internal/v1/bpm/start-permits',
        {
          initiator: tenant.person('employee').id,
          bizType: 'expense',
          bizId: start.bizId,
          contentHash: hashOf(start),
          expiresInSeconds: 60,
        },
        { 'idempotency-key': 'k' },
      )
    const [first, replay] = [await ask(), await ask()]

    const { permit = '', expiresAt } = first.body
    expect(permit).toMatch(/^[\w-]{43}$/)
    expect([replay.status, replay.body]).toEqual([201, { expiresAt }])
    const { rows } = await sql<{ row: string }>`
      select start_permits::text as row from start_permits where tenant_id = ${tenant.id}
      union all select body::text from idempotency_keys where tenant_id = ${tenant.id}`.execute(
      service().deps.db,
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(permit)
  })

  it('is forgotten a day after its end', async () => {
    await takePermit(startBody())
    const kept = await takePermit(startBody())
    await sql`update start_permits set expires_at = now() - interval '25 hours'
      where tenant_id = ${tenant.id} and permit_hash <> sha256(${kept}::text::bytea)`.execute(
      service().deps.db,
    )

    expect(await forgetOldPermits(service().deps.db)).toBe(1)
    expect(await forgetOldPermits(service().deps.db)).toBe(0)
  })

  it.each(vectors.permit)('has the published hash of $name', ({ content, contentHash: hash }) => {
    expect(contentHash(content).toString('base64url')).toBe(hash)
  })
})
