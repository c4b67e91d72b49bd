import type { App } from '@countersign/service-kit/http'
import { addGauge } from '@countersign/service-kit/metrics'
import type { Deps } from '../../deps.ts'
import { countFailingSchedules } from './metrics-queries.ts'

/** A number that stays above none means that administrators have something to do. */
export function addScheduleMetrics(app: App, { db }: Pick<Deps, 'db'>): void {
  addGauge(app, {
    name: 'bpm_start_schedules_failing',
    help: 'Starts by time that are due and could not be made, by the code of the problem.',
    labelName: 'code',
    async read() {
      const rows = await countFailingSchedules(db)
      return rows.map(({ code, failing }) => ({ label: code ?? '', value: Number(failing) }))
    },
  })
}
