import { UserRequired } from '@countersign/auth-verifier'
import { agentDetail } from '@countersign/service-kit/caller'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { findAnswer, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../../callers.ts'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import {
  type InstanceRow,
  lockInstance,
  refuseTooMany,
  withAttached,
} from '../../../runtime/load/instances.ts'
import { toTaskRows, type Recording } from '../../../runtime/decide/recording.ts'
import { toTaskChanges, type ActingParty } from '../../../runtime/decide/task-changes.ts'
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
  deps: CommandDeps & Pick<Deps, 'documents'>,
  by: Reader & Pick<UserCaller, 'agent'>,
  request: { instanceId: string; body: CommentBody },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<TimelineItem>> {
  const { tenantId, userId } = by
  const { comment, mentions = [] } = request.body
  // Whoever is mentioned may read the approval from then on: whom it is shown to is said by people.
  if (by.agent !== undefined && mentions.length > 0) throw new UserRequired()
  const found = await getReadable(deps, by, request.instanceId)
  // What was answered before is answered again, also when its attachments can no longer be read.
  const earlier = idempotency && (await findAnswer<Schema, TimelineItem>(deps.db, idempotency))
  if (earlier !== undefined) return earlier
  const attachments = await deps.documents.describe(by, request.body.attachments)
  const names = await findMentioned(deps, tenantId, mentions)
  const actor = { kind: 'user', id: userId, name: await nameOf(deps.directory, by) } as const
  const process = await deps.processes.get(tenantId, found.instance.definitionId)
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      // The first of the family before any other, as every action does.
      const { rootId } = found.instance
      if (rootId !== null) await lockInstance(tx, tenantId, rootId)
      const instance = await lockInstance(tx, tenantId, request.instanceId)
      if (instance === undefined) throw problems.not_found()
      const tooMany = refuseTooMany(instance, attachments)
      if (tooMany !== undefined) throw tooMany
      const said = { ...(mentions.length === 0 ? {} : { mentions }), ...agentDetail(by) }
      const details = Object.keys(said).length === 0 ? undefined : said
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
      const attached = withAttached(instance, attachments, { sequence, by: userId })
      const after = { ...instance, attached }
      const [row] = await listActions(tx, tenantId, instance.id, page)
      if (row === undefined) throw new Error('the comment just written is not there')
      return {
        status: 201,
        body: toTimelineItem(row, { ...found, instance: after, process, reader: by }),
      }
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
  const context = { rows: new Map(), actor, actedOn: undefined, at, showsOther: () => false }
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
  return toTaskRows(changes, effects, context)
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
