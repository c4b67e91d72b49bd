import type { Kysely } from 'kysely'
import { pollLoop } from '../process/poll-loop.ts'
import type { Worker } from '../process/serve.ts'
import { anchorWorker, type AnchorDeps } from './anchors.ts'
import { findLastBlock } from './block-queries.ts'
import { extendChain } from './chain.ts'
import type { Head } from './heads.ts'
import type { ChainedLog } from './logs.ts'
import { addAuditState } from './state.ts'

/** How long what was committed may be in no block yet. */
const IDLE_MS = 5_000
/** Beyond that, where another process committed it and is not there any more. */
const QUIET_MS = 10_000

/** What a service does for the chain beside its log: extends it, and anchors its head. */
export function chainWorkers<S>(
  deps: Omit<AnchorDeps, 'service' | 'readHeads'> & { readonly db: Kysely<S> },
  chained: ChainedLog,
): Worker[] {
  const { app, db, log, now } = deps
  const { chain: service } = chained
  const state = addAuditState(app, 'chain', { lateAfterSeconds: 60 })
  const extend: Worker = (signal) => {
    const round = () => state.watch(() => extendChain(db, { log: chained, now }))
    const quiet = { activity: app.activity, mostMs: QUIET_MS }
    return pollLoop({ name: `${service} chain`, idleMs: IDLE_MS, quiet, signal, log, round })
  }
  return [extend, anchorWorker({ ...deps, service, readHeads: () => readChainHeads(db, chained) })]
}

/** The end of the chain, for an anchor. */
export async function readChainHeads<S>(
  db: Kysely<S>,
  chained: ChainedLog,
): Promise<readonly Head[]> {
  const last = await findLastBlock(db, chained)
  if (last === undefined) return []
  const { number, hash, rowTotal: rows } = last
  return [{ number, hash, rows }]
}
