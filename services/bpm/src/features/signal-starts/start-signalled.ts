// A signal starts an approval at each event that listened, exactly once: that it has is written in the transaction that makes
// the start, under the lease.
//
// Kept by: services/bpm/src/features/signal-starts/signal-starts.test.ts "starts once for each throw, however many workers there are"
// Kept by: services/bpm/src/features/signal-starts/kills.test.ts "loses and doubles no start by a signal when processes are killed at random"
import { contentHash } from '@countersign/service-kit/content-hash'
import type { localsOfStart } from '../../core/definition/events/event-starts.ts'
import type { StartContent, StartNode } from '../../core/definition/graph.ts'
import { mayStartBySignal } from '../../core/start-permit.ts'
import { problems } from '../../problems.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import { momentIn } from '../../runtime/starts/content.ts'
import {
  LeaseLost,
  prepareUnattended,
  type UnattendedDeps,
} from '../../runtime/starts/unattended.ts'
import { releaseStart, settleStart, type LeasedStart } from './lease-queries.ts'

/** Who the log and events name: who threw it may be somebody that those who see this approval do not see. */
const actor = { kind: 'service', id: 'signal', name: 'Signal' } as const

/**
 * Makes the start. What it throws in turn carries the first of the signals that led to it.
 *
 * @throws `bpm.start_by_signal_refused`, `bpm.start_initiator_unknown`, `bpm.variables_invalid`, `bpm.process_stuck`,
 *   `bpm.biz_type_unknown`, `bpm.directory_unavailable`: it is not made, and is tried again.
 */
export async function startSignalled(deps: UnattendedDeps, start: LeasedStart): Promise<void> {
  const { tenantId, definitionId, nodeId, signalId, signalName, originId: origin } = start
  const process = await deps.processes.get(tenantId, definitionId)
  const content = contentOf(process.nodes.get(nodeId))
  const calendar = await calendarOf(deps.db, tenantId)
  const moment = momentIn(calendar, start.thrownAt)
  const said = await prepareUnattended(deps, toOccasion(start, content, moment))
  const details = { start: { node: nodeId, signal: signalName, signalId } }
  try {
    await deps.makeStart(deps, {
      ...said,
      requestHash: contentHash({ signal: signalId, start: start.id }),
      process,
      begin: nodeId,
      by: { actor, details, origin },
      first: async (tx, instanceId) => {
        if (!(await settleStart(tx, start, { instanceId, at: deps.now() }))) throw new LeaseLost()
      },
    })
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    await releaseStart(deps.db, start)
  }
}

function toOccasion(
  { tenantId, id, signalId, bizType, ...start }: LeasedStart,
  content: StartContent,
  moment: ReturnType<typeof momentIn>,
) {
  const { definitionKey, definitionName } = start
  return {
    tenantId,
    bizType,
    definition: {
      id: start.definitionId,
      key: definitionKey,
      version: start.definitionVersion,
      name: definitionName,
    },
    content,
    seen: {
      thrownAt: moment.at,
      thrownDay: moment.day,
      thrownMonth: moment.month,
      thrownYear: moment.year,
      signalId,
    } satisfies Record<keyof (typeof localsOfStart)['signal'], unknown>,
    usual: { bizId: `${definitionKey}-${signalId}`, title: `${definitionName} ${moment.day}` },
    idempotencyKey: `signal:${id}`,
    requireAllowed: (declared: BizTypeRow) => {
      if (!mayStartBySignal(declared)) throw problems.start_by_signal_refused()
    },
  }
}

function contentOf(node: unknown): StartContent {
  const { startedBy } = node as StartNode
  if (startedBy?.on === 'signal') return startedBy.content
  throw new Error('a listener of what is no start by a signal')
}
