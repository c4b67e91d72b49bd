import { createVerifier } from '@countersign/auth-verifier'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import { act, instancesPath, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { createInboxHub } from './hub.ts'
import { countReads } from './testing/count-reads.ts'
import { openStream, type TestStream } from './testing/test-stream.ts'

const service = useService()
const waiting = { timeout: 60_000, interval: 20 }
let tenant: TestTenant
let origin: string

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  const { deps, issuer } = service()
  const app = await buildApp(deps, { version: '0', verifier: createVerifier(issuer) })
  onTestFinished(() => app.close())
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})

async function follow(
  username: string,
  instanceId: string,
  claims: { permissions?: readonly string[] } = {},
): Promise<TestStream> {
  const { issuer } = service()
  const sub = tenant.person(username).id
  const token = issuer.userToken({ sub, tenantId: tenant.id, ...claims })
  const stream = await openStream(origin, token, { instanceId })
  onTestFinished(stream.close)
  return stream
}

const newest = (stream: TestStream) => stream.instance.at(-1)?.sequence

async function lastEntry(instanceId: string): Promise<number> {
  const path = `${instancesPath}/${instanceId}/timeline`
  const { body } = await tenant.as('employee').get<{ items: { sequence: number }[] }>(path)
  return body.items.at(-1)?.sequence ?? 0
}

describe('an approval that is followed', () => {
  it('tells of what others do to it', async () => {
    const { id } = await start(tenant)
    const other = await start(tenant)
    const [employee, manager] = [await follow('employee', id), await follow('manager', id)]
    const streams = [employee, manager]
    const expectNews = async () => {
      const sequence = await lastEntry(id)
      for (const stream of streams) {
        await expect.poll(() => newest(stream), waiting).toBe(sequence)
        expect(stream.instance.at(-1)).toEqual({ instanceId: id, sequence })
      }
    }
    await expectNews()
    await act(tenant, 'manager', { id }, 'approve')
    await expectNews()
    await tenant.as('manager').post(`${instancesPath}/${id}/comments`, { comment: 'Soon, please' })
    await expectNews()
    await act(tenant, 'finance1', { id }, 'return', { comment: 'Which stand?' })
    await expectNews()
    await tenant.as('employee').post(`${instancesPath}/${id}/withdraw`, {})
    await expectNews()
    await act(tenant, 'manager', other, 'approve')
    expect(manager.instance.map(({ instanceId }) => instanceId)).toEqual(
      manager.instance.map(() => id),
    )
  })

  it('is there for those who may read it alone', async () => {
    const { id } = await start(tenant)
    const stranger = await follow('finance2', id)
    expect([stranger.status, stranger.problem()]).toMatchObject([404, { code: 'bpm.not_found' }])
    const unknown = await follow('employee', '0199aaaa-0000-7000-8000-000000000000')
    expect(unknown.status).toBe(404)
    expect((await follow('finance2', id, { permissions: ['bpm:instance:read'] })).status).toBe(200)
    expect((await follow('employee', 'nonsense')).status).toBe(400)
  })

  it('[GEN-03] is not there in another tenant, where the same person may be too', async () => {
    const { issuer } = service()
    const { id } = await start(tenant)
    const other = await createTenant(service())
    const { id: sub } = tenant.person('employee')
    const token = issuer.userToken({ sub, tenantId: other.id, permissions: ['bpm:instance:admin'] })
    const stream = await openStream(origin, token, { instanceId: id })
    onTestFinished(stream.close)
    expect(stream.status).toBe(404)
  })

  it('ends when it may no longer be read, and says so', async () => {
    const { db } = service().deps
    const { id } = await start(tenant)
    const manager = await follow('manager', id)
    await expect.poll(() => manager.instance.length, waiting).toBe(1)
    await db
      .deleteFrom('inbox_entries')
      .where('tenant_id', '=', tenant.id)
      .where('instance_id', '=', id)
      .execute()
    await tenant.as('employee').post(`${instancesPath}/${id}/comments`, { comment: 'Still there?' })
    await expect.poll(() => manager.end(), waiting).toEqual({ reason: 'not_readable' })
    expect(manager.instance).toHaveLength(1)
  })
})

it('asks once for everybody who follows, and nothing more while nobody does', async () => {
  const { deps } = service()
  const { id } = await start(tenant)
  const { db, reads } = countReads(deps.db)
  const hub = createInboxHub({ ...deps, db }, { pollMs: 600_000, followMs: 10 })
  onTestFinished(hub.close)
  const open = (username: string) =>
    hub.open({
      tenantId: tenant.id,
      userId: tenant.person(username).id,
      until: new Date(Date.now() + 60_000),
      isGood: async () => true,
      lastEventId: undefined,
      follow: { instanceId: id, readsAll: false },
    })
  const streams = [await open('employee'), await open('manager')]
  const before = reads()
  await expect.poll(reads, waiting).toBeGreaterThan(before + 10)
  for (const stream of streams) stream.destroy()
  await expect
    .poll(async () => {
      const now = reads()
      await sql`select pg_sleep(0.1)`.execute(deps.db)
      return reads() - now
    }, waiting)
    .toBe(0)
})
