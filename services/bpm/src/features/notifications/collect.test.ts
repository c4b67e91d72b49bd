import { inTransaction } from '@countersign/service-kit/transaction'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../runtime/views/instance-view.ts'
import { act, instancesPath, ownedPath, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { listInboxChanges } from '../inbox-streams/queries.ts'
import { beginCollecting, collectNotices, hasNews } from './collect-queries.ts'

const service = useService()
let tenant: TestTenant
let instance: InstanceView

const collect = () =>
  inTransaction(service().deps.db, (tx) => collectNotices(tx, { mail: true, push: false }))

beforeEach(async () => {
  await beginCollecting(service().deps.db)
  tenant = await createTenant(service())
  tenant.add('admin')
  await publish(service(), tenant.id, expenseProcess)
  instance = await start(tenant, { variables: { amount: 10 } })
  await collect()
})

const say = (username: string, comment: string) =>
  tenant.as(username).post(`${instancesPath}/${instance.id}/comments`, { comment })
const intervene = (kind: string, more: object = {}) =>
  tenant
    .as('admin', ['bpm:instance:admin'])
    .post(`${instancesPath}/${instance.id}/${kind}`, { reason: 'Audit', ...more })
const giveBack = (comment: string) =>
  act(tenant, 'manager', instance, 'return', { returnTo: 'initiator', comment })

/** What whoever started it is told of their approval, of whose act, and what that said. */
async function told() {
  await collect()
  const { rows } = await sql<{ kind: string; by: string; said: string | null }>`
    select notice.kind, action.actor_name as by, action.comment as said
    from notices as notice join instance_actions as action on action.tenant_id = notice.tenant_id
      and action.instance_id = notice.instance_id and action.sequence = notice.action
    where notice.tenant_id = ${tenant.id} and notice.instance_id = ${instance.id}
      and notice.user_id = ${instance.initiator.id}
    order by action.sequence`.execute(service().deps.db)
  return rows
}

describe('on a server that counts its transactions anew, as after a dump', () => {
  it('is told what happens from then on, and nothing of what came along', async () => {
    const { db } = service().deps
    // Far beyond what this server will ever count in a test.
    await sql`update notice_position set position = '9000000000:9000000000:'`.execute(db)
    await sql`update inbox_entries set changed = '9000000001' where tenant_id = ${tenant.id}`.execute(
      db,
    )
    const { position } = await listInboxChanges(db, [], { since: '3:3:', most: 1 })
    const owner = { tenantId: tenant.id, userId: tenant.person('manager').id }
    const old = await listInboxChanges(db, [owner], { since: position, most: 10 })
    expect([old.changes, old.overflow]).toEqual([[], false])

    await beginCollecting(db)
    expect(await hasNews(db)).toBe(false)
    await act(tenant, 'manager', instance, 'approve', { comment: 'Fine' })
    expect(await hasNews(db)).toBe(true)
    expect(await told()).toEqual([{ kind: 'finished', by: 'MANAGER', said: 'Fine' }])
  })
})

describe('whoever started an approval is told', () => {
  const approved = { kind: 'finished', by: 'MANAGER', said: 'Fine' }

  it.each(['employee', 'manager'])(
    'who ended it and what they wrote, though %s remarks on it before that is collected',
    async (username) => {
      await act(tenant, 'manager', instance, 'approve', { comment: 'Fine' })
      expect((await say(username, 'Thanks')).status).toBe(201)
      expect(await told()).toEqual([approved])
    },
  )

  it('no more of it when somebody remarks on it later', async () => {
    await act(tenant, 'manager', instance, 'approve', { comment: 'Fine' })
    expect(await told()).toEqual([approved])
    await sql`delete from notices where tenant_id = ${tenant.id}`.execute(service().deps.db)
    await say('manager', 'Filed')
    expect(await told()).toEqual([])
  })

  it('of a return, though the owner and an administrator have acted since', async () => {
    await giveBack('Which hotel?')
    await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 20 })
    await say('manager', 'Soon, please')
    await intervene('suspend')
    expect(await told()).toEqual([])
    expect((await intervene('resume')).status).toBe(200)
    const returned = { kind: 'returned', by: 'MANAGER', said: 'Which hotel?' }
    expect(await told()).toEqual([returned])
    await intervene('suspend')
    await intervene('resume')
    expect(await told()).toEqual([returned])
  })

  it('of each return, also of two in one round', async () => {
    await giveBack('One')
    await collect()
    expect((await intervene('jump', { to: 'manager' })).status).toBe(200)
    await giveBack('Two')
    expect((await told()).map(({ said }) => said)).toEqual(['One', 'Two'])
  })
})
