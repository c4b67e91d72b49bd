// Attempts that are actions of the approval itself: decided and written as any other.
import { Problem } from '@countersign/service-kit/problem'
import type { UserCaller } from '../../callers.ts'
import type { Command, IncidentReason } from '../../core/engine/command.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { decide } from '../../runtime/decide/decide.ts'
import { RETRY } from '../../runtime/decide/incidents.ts'
import { findInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { lockSnapshot } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { findHolder, type IncidentFound } from './queries.ts'

export type RetryDeps = Pick<
  Deps,
  'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

export interface Attempt {
  readonly deps: RetryDeps
  readonly by: UserCaller & { readonly name: string }
  readonly incident: IncidentFound
}

/** Looks for people, or a way on, at a node. */
export async function lookAgain(
  attempt: Attempt,
  { node, reason }: { readonly node: string; readonly reason: IncidentReason },
): Promise<void> {
  const actor = { userId: attempt.by.userId, administrator: true }
  await carry(attempt, await instanceOf(attempt), { kind: 'retry', node, reason, actor })
}

/** What a time leads to is done at once. */
export async function takeTurn(attempt: Attempt, timer: number): Promise<void> {
  const command = { kind: 'fireTimer', timer, actor: { userId: 'timer' } } as const
  await carry(attempt, await instanceOf(attempt), command)
}

/** Whether the action that had no way on has one now; nothing of it is done. */
export async function wouldGoOn(attempt: Attempt): Promise<void> {
  const instance = await instanceOf(attempt)
  const command = await refusedCommand(attempt, instance)
  if (command === undefined) return
  try {
    await carry(attempt, instance, command, true)
  } catch (error) {
    // Only their person can say what is asked for: people for a later node, or values.
    if (!(error instanceof Problem) || error.code !== 'bpm.action_invalid') throw error
  }
}

async function instanceOf({ deps, by, incident }: Attempt): Promise<InstanceRow> {
  const instance = await findInstance(deps.db, by.tenantId, incident.instanceId)
  if (instance === undefined) throw problems.not_found()
  return instance
}

/** What was refused, without what its person said; undefined for a task that is no more. */
async function refusedCommand(
  { deps, by: { tenantId }, incident }: Attempt,
  instance: InstanceRow,
): Promise<Command | undefined> {
  const { parameters, taskNo } = incident
  if (taskNo === null) {
    const actor = { userId: instance.initiatorId }
    const { message, signal, error } = parameters
    const failed = typeof error === 'string' ? { error } : {}
    if (typeof message === 'string') return { kind: 'message', name: message, ...failed, actor }
    if (typeof signal === 'string') {
      const { subscriptions = [] } = instance.execution
      const waits = subscriptions.flatMap(({ id, name }) => (name === signal ? [id] : []))
      return { kind: 'signal', name: signal, waits, actor }
    }
    return { kind: 'resubmit', variables: {}, actor }
  }
  const task = await findHolder(deps.db, tenantId, taskNo)
  const userId = task?.assigneeId ?? task?.candidateIds[0]
  if (task === undefined || task.key === null || userId === undefined) return undefined
  const kind = parameters['action'] === 'reject' ? 'reject' : 'approve'
  return { kind, task: task.key, actor: { userId } }
}

async function carry(
  { deps, by, incident }: Attempt,
  instance: InstanceRow,
  command: Command,
  dryRun?: true,
): Promise<void> {
  const { tenantId, id: instanceId, rootId } = instance
  const actor = { kind: 'user', id: by.userId, name: by.name } as const
  const act = { action: RETRY, command, actor, details: { incident: { id: incident.id } } }
  await carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, instance),
    read: undefined,
    ...(dryRun === undefined ? {} : { dryRun }),
    lock: (tx) => lockSnapshot(tx, { tenantId, instanceId, rootId }, deps),
    decide: (seen, known) => {
      const planned = decide(seen, act, known, deps.engineOptions)
      return planned.kind === 'planned' ? { kind: 'decided', planned, toBody: () => null } : planned
    },
  })
}
