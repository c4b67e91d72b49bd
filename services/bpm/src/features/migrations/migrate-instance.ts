import { findAnswer, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { UserCaller } from '../../callers.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import type { Known } from '../../runtime/decide/known.ts'
import { foresee } from '../../runtime/foresee.ts'
import { findInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { lockSnapshot, loadState } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { toInstanceView } from '../../runtime/views/instance-view.ts'
import type { Decision } from '../../runtime/work.ts'
import {
  fit,
  loadTypeCheck,
  planMove,
  toSubject,
  type Fitting,
  type MigrationDeps,
  type Subject,
  type TypeCheck,
  type Wanted,
} from './move.ts'
import type { MigrateBody, MigratedView } from './schema.ts'
import { checkNodes, getTarget, requireAnother } from './target.ts'

export interface MigrateRequest {
  readonly instanceId: string
  readonly body: MigrateBody
  readonly revision: number | undefined
}

/**
 * Moves one running approval to another published definition of its business type, or says what
 * would become of it. The route has checked the permission.
 *
 * @throws `bpm.definition_not_published`, `bpm.action_invalid` (422), `bpm.migration_refused` (422,
 *   member `faults`) when what is at work has no place there.
 */
export async function migrateInstance(
  deps: MigrationDeps,
  by: UserCaller,
  request: MigrateRequest,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<MigratedView>> {
  const { tenantId } = by
  // Before anything that may be otherwise since: the definition may be retired.
  const earlier = idempotency && (await findAnswer<Schema, MigratedView>(deps.db, idempotency))
  if (earlier !== undefined) return earlier
  const found = await findInstance(deps.db, tenantId, request.instanceId)
  if (found === undefined) throw problems.not_found()
  const wanted = await toWanted(deps, by, found, request.body)
  const check = (instance: InstanceRow, from: CompiledProcess) => {
    requireAnother(wanted.target, instance.definitionId)
    checkNodes({ from, to: wanted.to }, wanted.command.nodes)
  }
  const work = { tenantId, directory: withStandIns(deps, found), typeCheck: await loadTypeCheck() }
  if (request.body.dryRun === true) {
    const process = await deps.processes.get(tenantId, found.definitionId)
    check(found, process)
    const loaded = await loadState(deps.db, found)
    const snapshot = { instance: found, process, ...loaded, at: deps.now() }
    const subject = await toSubject(deps.db, snapshot, wanted)
    const body = await foresee({ db: deps.db, ...work }, (known) => {
      const fitting = fit(deps, subject, wanted, { known, check: work.typeCheck })
      if (fitting.kind === 'needs') return fitting
      return { kind: 'settled', body: toView(found, wanted, fitting, true) }
    })
    return { status: 200, body, replayed: false }
  }
  const target = { tenantId, instanceId: found.id, rootId: found.rootId }
  return carryOut<Subject, MigratedView>(deps, {
    ...work,
    idempotency,
    read: undefined,
    lock: async (tx) => {
      const locked = await lockSnapshot(tx, target, deps)
      // Under the key of the request: a repeat comes when the approval has been moved already.
      if (locked.kind !== 'locked') return locked
      check(locked.seen.instance, locked.seen.process)
      return { kind: 'locked', seen: await toSubject(tx, locked.seen, wanted) }
    },
    decide: (seen, known) =>
      decideMove(deps, seen, wanted, {
        known,
        check: work.typeCheck,
        revision: request.revision,
      }),
  })
}

async function toWanted(
  deps: MigrationDeps,
  by: UserCaller,
  { bizType }: InstanceRow,
  { definitionId, nodes = {}, reason }: MigrateBody,
): Promise<Wanted> {
  const { tenantId, userId } = by
  const target = await getTarget(deps.db, tenantId, definitionId, bizType)
  const actor = { userId, administrator: true }
  return {
    target,
    to: await deps.processes.get(tenantId, target.id),
    command: { kind: 'migrate', actor, definitionId: target.id, nodes },
    actor: { kind: 'user', id: userId, name: await nameOf(deps.directory, by) },
    reason,
  }
}

function decideMove(
  deps: MigrationDeps,
  seen: Subject,
  wanted: Wanted,
  given: {
    readonly known: Known
    readonly check: TypeCheck
    readonly revision: number | undefined
  },
): Decision<MigratedView> {
  if (given.revision !== undefined && given.revision !== seen.instance.revision) {
    return { kind: 'refused', problem: problems.revision_mismatch() }
  }
  const fitting = fit(deps, seen, wanted, given)
  if (fitting.kind === 'needs') return fitting
  if (fitting.kind === 'unfit') {
    const { faults } = fitting
    return { kind: 'refused', problem: problems.migration_refused({ members: { faults } }) }
  }
  const move = planMove(seen, wanted, fitting.migration, given.known)
  if ('kind' in move) return move
  return {
    kind: 'decided',
    ...move,
    toBody: (instance) => toView(instance, wanted, fitting, false),
  }
}

function toView(
  instance: InstanceRow,
  { target }: Wanted,
  fitting: Fitting,
  dryRun: boolean,
): MigratedView {
  return {
    ...toInstanceView(instance),
    migration: {
      dryRun,
      definitionId: target.id,
      moves: fitting.kind === 'fits' ? fitting.migration.moves.map((one) => ({ ...one })) : [],
      faults: fitting.kind === 'fits' ? [] : fitting.faults.map((fault) => ({ ...fault })),
    },
  }
}
