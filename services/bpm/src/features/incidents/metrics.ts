import { INCIDENT_KINDS } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { addGauge } from '@countersign/service-kit/metrics'
import type { Deps } from '../../deps.ts'
import { countOpenIncidents } from './metrics-queries.ts'

/** A number that stays above none means that administrators have something to do. */
export function addIncidentMetrics(app: App, { db }: Pick<Deps, 'db'>): void {
  addGauge(app, {
    name: 'bpm_incidents_open',
    help: 'What is stuck and not resolved, by kind.',
    labelName: 'kind',
    async read() {
      const rows = await countOpenIncidents(db)
      const open = new Map(rows.map((row) => [row.kind, Number(row.open)]))
      return INCIDENT_KINDS.map((kind) => ({ label: kind, value: open.get(kind) ?? 0 }))
    },
  })
}
