import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTools } from '../../conversion/tools.ts'
import { bindVersion, type Bound } from '../../testing/bound.ts'
import { call, type Setup, setUp, type TestUser } from '../../testing/setup.ts'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { renderDue } from '../renditions/worker.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp({}, { tools: createTools('/nowhere') })
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function asked(): Promise<{ approval: Bound; approver: TestUser }> {
  const approval = await bindVersion(setup, owner)
  while ((await renderDue(setup.deps)) > 0);
  const approver = setup.makeUser()
  expect(await approval.ask(approver)).toBe(200)
  return { approval, approver }
}

const show = async ({ versionId }: Bound, user: TestUser, part: 'preview' | 'text') =>
  (await call(setup, user, 'GET', `/api/dms/versions/${versionId}/${part}`)).status

/** Who read or could read, in the order of the audit. */
async function auditOf({ documentId }: Bound): Promise<string[]> {
  const path = `/api/dms/documents/${documentId}/audit?limit=200`
  const { body } = await call(setup, owner, 'GET', path)
  const items = body['items'] as { action: string; actorId: string }[]
  return items.map(({ action }) => action).toReversed()
}

it('[DMS-11] shows nothing after the audit says that the reading was taken back', async () => {
  let shownBefore = 0
  for (let round = 0; round < 15; round++) {
    const { approval, approver } = await asked()
    let isOver = false
    const read = async (part: 'preview' | 'text') => {
      for (;;) {
        const startedAfter = isOver
        const status = await show(approval, approver, part)
        if (status === 200) shownBefore++
        // Once the event is acknowledged, what is asked for from then on is not there.
        if (startedAfter) return status
      }
    }
    const reading = (['preview', 'text', 'preview', 'text'] as const).map(read)
    await expect.poll(() => auditOf(approval)).toContain('version.previewed')
    expect(await approval.end(approver)).toBe(200)
    isOver = true

    expect(await Promise.all(reading)).toEqual([404, 404, 404, 404])
    const audit = await auditOf(approval)
    const end = audit.indexOf('approval.reading_withdrawn')
    expect(end).toBeGreaterThan(audit.indexOf('version.previewed'))
    expect(audit.slice(end)).not.toContain('version.previewed')
  }
  expect(shownBefore).toBeGreaterThan(0)
  expect(await verifyAudit(setup.deps, setup.tenantId)).toMatchObject({ valid: true })
})

it('[DMS-11] shows nothing when the task ends between the decision and the answer', async () => {
  const { approval, approver } = await asked()
  let reading: Promise<number>[] = []
  await setup.db.transaction().execute(async (tx) => {
    await sql`
      update task_readers set ended_at = now(), version_id = ${approval.versionId}
      where tenant_id = ${setup.tenantId} and binding_id = ${approval.bindingId}`.execute(tx)
    reading = [show(approval, approver, 'preview'), show(approval, approver, 'text')]
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(setup.db)
      return rows[0]?.waiting
    }
    await expect.poll(waiting).toBe(2)
  })
  expect(await Promise.all(reading)).toEqual([404, 404])
  expect(await auditOf(approval)).not.toContain('version.previewed')
})
