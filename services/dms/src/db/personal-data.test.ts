import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { findUndecided } from '@countersign/test-kit/personal-data'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../migrations.ts'
import { personalData } from './personal-data.ts'
import type { Schema } from './schema.ts'

/** Tables that hold nothing of people. */
const impersonal =
  'audit_heads storage_sources tenant_usage storage_objects object_copies upload_parts biz_type_registrations rendition_jobs renditions attached_approvals workflow_events workflow_event_positions'

it('decides on every column whether it holds something of people', async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  expect(await findUndecided(db, personalData, impersonal)).toEqual([])
})
