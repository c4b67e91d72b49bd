import type { App } from '@countersign/service-kit/http'
import { addGauge } from '@countersign/service-kit/metrics'
import type { Deps } from '../../../deps.ts'
import { countGrants } from './grant-queries.ts'

/** What stays above none: dms does not take who reads attachments, so nobody new does, and nobody stops. */
export function addGrantMetrics(app: App, { db }: Pick<Deps, 'db'>): void {
  addGauge(app, {
    name: 'bpm_attachment_readers_untold',
    help: 'Approvals whose readers of attachments dms was not told yet: waiting, of these failing.',
    labelName: 'state',
    async read() {
      const { waiting, failing } = await countGrants(db)
      return Object.entries({ waiting, failing }).map(([label, value]) => ({ label, value }))
    },
  })
}
