import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { findUnerased, findUnexported } from '@countersign/test-kit/tenant-data'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Schema } from './schema.ts'
import { tenantData } from './tenant-data.ts'

it('exports and erases every table of a tenant, or says why not', async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  expect(await findUnexported(db, tenantData)).toEqual([])
  expect(await findUnerased(db, tenantData)).toEqual([])
})
