import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const force = (statement: string) =>
  sql`${sql.raw(statement)} where tenant_id = ${tenant.id}`.execute(service().deps.db)

it.each([
  `update definitions set bpmn_xml = replace(bpmn_xml, 'amount', 'amounts')`,
  `update definitions set status = 'DRAFT', published_by = null, published_at = null`,
  `update definitions set published_at = published_at - interval '1 day'`,
  `update definitions set version = version + 1`,
  `delete from definitions`,
])('[BPM-01] the database keeps a published drawing as it was: %s', async (statement) => {
  await expect(force(statement)).rejects.toMatchObject({ code: '42501' })
})
