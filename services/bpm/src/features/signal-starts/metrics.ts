import type { App } from '@countersign/service-kit/http'
import { addGauge } from '@countersign/service-kit/metrics'
import type { Deps } from '../../deps.ts'
import { countFailingSignalStarts } from './metrics-queries.ts'

/** A number that stays above none means that administrators have something to do. */
export function addSignalStartMetrics(app: App, { db }: Pick<Deps, 'db'>): void {
  addGauge(app, {
    name: 'bpm_signal_starts_failing',
    help: 'Starts by signals that could not be made, by the code of the problem.',
    labelName: 'code',
    async read() {
      const rows = await countFailingSignalStarts(db)
      return rows.map(({ code, failing }) => ({ label: code ?? '', value: Number(failing) }))
    },
  })
}
