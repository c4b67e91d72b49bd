/**
 * Fails a test file whose tests made a service send a statement that touches a table of tenants
 * without the tenant, or that may lock more rows than it says. Statements of the tests themselves are theirs; a process that a test starts
 * runs without this.
 */
import { afterAll } from 'vitest'
import { noteAsked } from './asked.ts'
import { findFaults } from './find-faults.ts'
import { recordStatements } from './record.ts'
import { forgetTenantTables, tenantTables } from './tenant-tables.ts'

const { recorded, end } = recordStatements()
const { STATEMENTS_FOLDER } = process.env
const begun = performance.now()

afterAll(async () => {
  end()
  if (STATEMENTS_FOLDER !== undefined)
    await noteAsked(STATEMENTS_FOLDER, recorded.keys(), performance.now() - begun)
  const faults = await findFaults(recorded, tenantTables)
  forgetTenantTables()
  if (faults.length > 0) throw new Error(`faulty statements\n\n${faults.join('\n\n')}`)
})
