import type { App } from '@countersign/service-kit/http'
import { addGauge } from '@countersign/service-kit/metrics'
import type { Deps } from '../../deps.ts'
import { countFilings } from './work-queries.ts'

/**
 * What an operator watches: "failing" is tried again by itself, and passes once bpm and the storage answer;
 * "refused" stays until somebody asks for the record again.
 */
export function addFilingMetrics(app: App, { db }: Pick<Deps, 'db'>): void {
  addGauge(app, {
    name: 'dms_record_filings',
    help: 'Records that are not filed yet: waiting for their first attempt, failing, and refused.',
    labelName: 'state',
    async read() {
      const { waiting, failing, refused } = await countFilings(db)
      return Object.entries({ waiting, failing, refused }).map(([label, value]) => ({
        label,
        value,
      }))
    },
  })
}
