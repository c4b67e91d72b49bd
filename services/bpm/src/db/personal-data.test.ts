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
  'biz_types biz_type_versions task_tellings decision_keys definition_keys attachment_grants chain_blocks delivery_lanes event_keys record_keys record_templates start_schedules timers signal_subscriptions signal_deliveries signal_listeners signal_starts notice_position migration_results'

it('decides on every column whether it holds something of people', async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  expect(await findUndecided(db, personalData, impersonal)).toEqual([])
})
