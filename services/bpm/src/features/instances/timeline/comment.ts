import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import { problems } from '../../../problems.ts'
import { toTaskRows, type Recording } from '../../../runtime/decide/recording.ts'
import { toTaskChanges, type ActingParty } from '../../../runtime/decide/task-changes.ts'
import { lockInstance, type InstanceRow } from '../../../runtime/load/instances.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import { appendAction } from '../../../runtime/write/locked.ts'
import { getReadable, type Reader } from '../access.ts'
import type { CommandDeps } from '../command.ts'
import type { CommentBody, TimelineItem } from '../schema.ts'
import { insertCopies, listActions } from './queries.ts'
import { toTimelineItem } from './timeline.ts'

/**
 * Adds a remark of a participant to the log. It moves nothing, also after the end. Who is mentioned in it
 * is shown the approval like those whom a process copies in.
 */
export async function commentOnInstance(
  deps: CommandDeps,
  by: Reader,
  request: { instanceId: string; body: CommentBody },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<TimelineItem>> {
  const { tenantId, userId } = by
  const { comment, attachments, mentions = [] } = request.body
  const found = await getReadable(deps, by, request.instanceId)
  const names = await findMentioned(deps, tenantId, mentions)
  const actor = { kind: 'user', id: userId, name: await nameOf(deps.directory, by) } as const
  const process = await deps.processes.get(tenantId, found.instance.definitionId)
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      const instance = await lockInstance(tx, tenantId, request.instanceId)
      if (instance === undefined) throw problems.not_found()
      const details = mentions.length === 0 ? undefined : { mentions }
      const at = deps.now()
      const sequence = await appendAction(tx, instance, {
        action: 'comment',
        actor,
        at,
        comment,
        attachments,
        details,
      })
      const shown = mentions.filter((id) => id !== userId)
      await insertCopies(tx, toCopies(instance, process, shown, { names, actor, at }))
      const page = { afterSequence: sequence - 1, limit: 1 }
      const [row] = await listActions(tx, tenantId, instance.id, page)
      if (row === undefined) throw new Error('the comment just written is not there')
      return { status: 201, body: toTimelineItem(row, process, found.sees) }
    }),
  )
}

/**
 * Stands for the node where none made a copy; the id of no element is this. Values are shown for nodes
 * alone, so whoever is there only by a mention sees none.
 */
const NO_NODE = '@'

function toCopies(
  instance: InstanceRow,
  process: CompiledProcess,
  users: readonly string[],
  { names, actor, at }: { names: ReadonlyMap<string, string>; actor: ActingParty; at: Date },
): Pick<Recording, 'tasks' | 'inbox'> {
  const effects = [{ kind: 'copied', node: NO_NODE, users }] as const
  const { tenantId, id: instanceId, round } = instance
  const context = { rows: new Map(), actor, actedOn: undefined, at }
  const changes = toTaskChanges(effects, {
    ...context,
    tenantId,
    instanceId,
    round,
    process,
    comment: null,
    nameOf: (id) => names.get(id) ?? id,
    dueOf: () => null,
  })
  return toTaskRows(changes, { effects }, context)
}

/** @returns their names. @throws `bpm.action_invalid` (422) for who is no member of the tenant. */
async function findMentioned(
  { directory }: Pick<CommandDeps, 'directory'>,
  tenantId: string,
  mentions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (mentions.length === 0) return new Map()
  const users = await directory.findUsers(tenantId, mentions)
  const errors = mentions.flatMap((id, index) =>
    users.has(id)
      ? []
      : [
          {
            pointer: `/mentions/${index}`,
            code: 'unknown_user',
            detail: 'is no member of the tenant',
          },
        ],
  )
  if (errors.length > 0) throw problems.action_invalid({ errors })
  return new Map([...users].map(([id, { displayName }]) => [id, displayName]))
}
