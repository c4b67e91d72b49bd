import type { Contender } from '../workload.ts'

/** Loaded when asked for: a worker must not pay for the others. */
export const contenders = {
  ceiling: async () => (await import('./ceiling.ts')).ceiling,
  lanes: async () => (await import('./lanes.ts')).lanes,
  'pg-boss': async () => (await import('./pg-boss.ts')).pgBoss,
  'graphile-worker': async () => (await import('./graphile-worker.ts')).graphileWorker,
  'graphile-worker-single': async () => (await import('./graphile-worker.ts')).graphileWorkerSingle,
  'graphile-worker-in-place': async () =>
    (await import('./graphile-worker.ts')).graphileWorkerInPlace,
} as const satisfies Record<string, () => Promise<Contender>>

export type ContenderName = keyof typeof contenders
