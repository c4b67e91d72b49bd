// What publishing a process means to its starts by signal. Runs under the lock of its key.
//
// Kept by: services/bpm/src/features/signal-starts/signal-starts.test.ts "goes on with the version that is published then"
import { eventStartsOf } from '../../core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Tx } from '../../db/schema.ts'
import {
  deleteListeners,
  handOverListeners,
  insertListeners,
  lockListeners,
} from '../signal-starts/queries.ts'

interface Published {
  readonly id: string
  readonly key: string
  readonly bizType: string
  readonly at: Date
}

/**
 * Brings who listens in line with the version that is published. An event that begins by the same signal as before goes
 * on where it was, with what it has still to start; one that is new hears what is thrown from now on.
 */
export async function planListeners(
  tx: Tx,
  tenantId: string,
  process: CompiledProcess,
  published: Published,
): Promise<void> {
  const events = eventStartsOf(process, 'signal').map(({ id: nodeId, startedBy }) => ({
    nodeId,
    name: startedBy.signal,
  }))
  const known = await lockListeners(tx, tenantId, published.key)
  const isAmong = (
    all: readonly { readonly nodeId: string; readonly name: string }[],
    one: { readonly nodeId: string; readonly name: string },
  ) => all.some(({ nodeId, name }) => nodeId === one.nodeId && name === one.name)
  const over = known.filter((one) => !isAmong(events, one)).map(({ id }) => id)
  const same = known.filter((one) => isAmong(events, one)).map(({ id }) => id)
  const fresh = events.filter((one) => !isAmong(known, one))
  if (over.length > 0) await deleteListeners(tx, tenantId, over, published.at)
  if (same.length > 0) await handOverListeners(tx, tenantId, same, published)
  if (fresh.length > 0) await insertListeners(tx, tenantId, published, fresh)
}

/** No signal starts anything any more along a process that is retired. */
export async function endListeners(tx: Tx, tenantId: string, key: string, at: Date): Promise<void> {
  const known = await lockListeners(tx, tenantId, key)
  if (known.length > 0)
    await deleteListeners(
      tx,
      tenantId,
      known.map(({ id }) => id),
      at,
    )
}
