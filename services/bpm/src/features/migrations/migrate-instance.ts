import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Db } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { onLocked, type Locked } from '../../runtime/loop.ts'
import { toInstanceView } from '../../runtime/views/instance-view.ts'
import { findInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { nameOf } from '../../runtime/people/names.ts'
import { withPeople, type KnownPeople } from '../../runtime/people/known.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { loadState } from '../../runtime/load/state.ts'
import { checkNodes } from './check-nodes.ts'
import { fit, move, type Fitting, type MigrationDeps, type Wanted } from './move.ts'
import { findMigratable, type Migratable } from './queries.ts'
import type { MigrateBody, MigratedView } from './schema.ts'

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
  const found = await findInstance(deps.db, tenantId, request.instanceId)
  if (found === undefined) throw problems.not_found()
  const wanted = await toWanted(deps, by, found, request.body)
  const check = (instance: InstanceRow, from: CompiledProcess) => {
    requireAnother(wanted.target, instance.definitionId)
    checkNodes({ from, to: wanted.to }, wanted.command.nodes)
  }
  const directory = withStandIns(deps, found)
  if (request.body.dryRun === true) {
    const process = await deps.processes.get(tenantId, found.definitionId)
    check(found, process)
    const { state } = await loadState(deps.db, found)
    const subject = { instance: found, process, state }
    const fitting = await withPeople(directory, tenantId, (people) =>
      fit(deps, subject, wanted, people),
    )
    return { status: 200, body: toView(found, wanted, fitting, true), replayed: false }
  }
  const { id: instanceId, rootId } = found
  const { processes } = deps
  const place = { tenantId, instanceId, rootId, processes, idempotency }
  return withPeople(directory, tenantId, (people) =>
    inTransaction(deps.db, (tx) =>
      onLocked(tx, place, (locked) => {
        // Under the key of the request: a repeat comes when the approval has been moved already.
        check(locked.instance, locked.process)
        return moveLocked(deps, locked, wanted, { people, revision: request.revision })
      }),
    ),
  )
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

async function moveLocked(
  deps: MigrationDeps,
  locked: Locked,
  wanted: Wanted,
  { people, revision }: { people: KnownPeople; revision: number | undefined },
): Promise<MigratedView> {
  if (revision !== undefined && revision !== locked.instance.revision) {
    throw problems.revision_mismatch()
  }
  const fitting = await fit(deps, locked, wanted, people)
  if (!fitting.fits) throw problems.migration_refused({ members: { faults: fitting.faults } })
  const instance = await move(deps, locked, wanted, { migration: fitting.migration, people })
  return toView(instance, wanted, fitting, false)
}

/** @throws `bpm.definition_not_published` (422), also for one of another business type. */
export async function getTarget(
  db: Db,
  tenantId: string,
  id: string,
  bizType: string,
): Promise<Migratable> {
  const target = await findMigratable(db, tenantId, id)
  if (target?.status !== 'PUBLISHED' || target.bizType !== bizType) {
    throw problems.definition_not_published()
  }
  return target
}

/** @throws `bpm.action_invalid` (422) for the definition that is followed already. */
export function requireAnother(target: Migratable, definitionId: string): void {
  if (target.id !== definitionId) return
  const fault = {
    pointer: '/definitionId',
    code: 'same_definition',
    detail: 'it follows this one already',
  }
  throw problems.action_invalid({ errors: [fault] })
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
      moves: fitting.fits ? fitting.migration.moves.map((one) => ({ ...one })) : [],
      faults: fitting.fits ? [] : fitting.faults.map((fault) => ({ ...fault })),
    },
  }
}
