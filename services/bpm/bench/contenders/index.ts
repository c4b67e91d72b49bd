import type { Contender } from '../workload.ts'

/** Loaded when asked for: a worker must not pay for the others. */
export const contenders = {
  ceiling: async () => (await import('./ceiling.ts')).ceiling,
  lanes: async () => (await import('./lanes.ts')).lanes,
  'lanes-together': async () => (await import('./lanes.ts')).lanes,
  'pg-boss': async () => (await import('./pg-boss.ts')).pgBoss,
  'graphile-worker': async () => (await import('./graphile-worker.ts')).graphileWorker,
  'graphile-worker-local': async () => (await import('./graphile-worker.ts')).graphileWorkerLocal,
  'graphile-worker-overtaking': async () =>
    (await import('./graphile-worker.ts')).graphileWorkerOvertaking,
  'graphile-worker-local-overtaking': async () =>
    (await import('./graphile-worker.ts')).graphileWorkerLocalOvertaking,
} as const satisfies Record<string, () => Promise<Contender>>

export type ContenderName = keyof typeof contenders

/** As many as a decision makes, at most. */
export const EVENTS_TOGETHER = 3

/** As reports name it. */
export const titles: Readonly<Record<ContenderName, string>> = {
  ceiling: 'ceiling',
  lanes: 'lanes',
  'lanes-together': `lanes, ${EVENTS_TOGETHER} events a request`,
  'pg-boss': 'pg-boss',
  'graphile-worker': 'graphile-worker, job by job',
  'graphile-worker-local': 'graphile-worker, local queue',
  'graphile-worker-overtaking': 'graphile-worker, job by job, loses the order',
  'graphile-worker-local-overtaking': 'graphile-worker, local queue, loses the order',
}

/** Whether the order holds when a delivery fails. */
export const keepsOrder = (name: ContenderName) => !name.endsWith('-overtaking')
