import { printTenant } from '@countersign/service-kit/tenants-export-command'
import { beforeEach, expect, it } from 'vitest'
import { act, start } from '../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../testing/processes.ts'
import { createTenant, publish, useService, type TestTenant } from '../testing/service.testing.ts'
import { tenantData } from './tenant-data.ts'

const task = { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) }
const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, inARow('row', [task]))
})

interface Line {
  readonly table?: string
  readonly cursor?: string
  readonly counts?: Record<string, number>
}

async function exportOf(tenantId: string, after?: string, atOnce?: number): Promise<Line[]> {
  const lines: Line[] = []
  const print = (line: string) => lines.push(JSON.parse(line) as Line)
  const asked = { tenantId, after, atOnce, by: 'ops' }
  const record = async () => undefined
  await printTenant(service().deps.db, tenantData, asked, { print, record })
  return lines
}

it('prints what bpm has of a tenant, without keys, and goes on behind each cursor', async () => {
  const approval = await start(tenant)
  await act(tenant, 'manager', approval, 'approve', { comment: 'Fine' })
  const other = await createTenant(service())
  const lines = await exportOf(tenant.id)
  const text = JSON.stringify(lines)
  expect(text).toContain('Fine')
  expect(text).not.toContain(other.id)
  expect(text).not.toMatch(/_salt|request_hash|lease_id/)
  const { counts = {} } = lines.at(-1) ?? {}
  expect(counts).toMatchObject({ process_instances: 1, definitions: 1, tasks: 1 })
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(lines.length - 1)
  for (const [at, line] of lines.slice(0, -1).entries())
    expect((await exportOf(tenant.id, line.cursor, 2)).slice(0, -1)).toEqual(
      lines.slice(at + 1, -1),
    )
})

it('has nothing of another tenant', async () => {
  const approval = await start(tenant)
  const other = await createTenant(service())
  await publish(service(), other.id, inARow('row', [task]))
  await start(other)
  const text = JSON.stringify(await exportOf(other.id))
  expect(text).toContain(other.id)
  expect(text).not.toContain(tenant.id)
  expect(text).not.toContain(approval.id)
})
