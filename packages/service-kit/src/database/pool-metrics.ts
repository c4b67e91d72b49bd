import type { App } from '../http/app.ts'
import { addGauge } from '../http/metrics.ts'
import { poolStateOf } from './db.ts'

/** The connections of a process to PostgreSQL: who waits for one has none to do their work with. */
export function addPoolMetrics(app: App, db: object): void {
  addGauge(app, {
    name: 'db_client_connection_count',
    help: 'Connections to PostgreSQL of this process, by what they do.',
    labelName: 'state',
    read: async () => {
      const { used = 0, idle = 0 } = poolStateOf(db) ?? {}
      return [
        { label: 'used', value: used },
        { label: 'idle', value: idle },
      ]
    },
  })
  addGauge(app, {
    name: 'db_client_connection_pending_requests',
    help: 'Requests of this process that wait for a connection.',
    labelName: 'scope',
    read: async () => [{ label: 'all', value: poolStateOf(db)?.pending ?? 0 }],
  })
  addGauge(app, {
    name: 'db_client_connection_max',
    help: 'Connections to PostgreSQL that this process may hold.',
    labelName: 'scope',
    read: async () => [{ label: 'all', value: poolStateOf(db)?.max ?? 0 }],
  })
}
