import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { problems } from '../../problems.ts'
import { appendAction } from '../../runtime/actions.ts'
import { lockInstance } from '../../runtime/instances.ts'
import { nameOf } from '../../runtime/names.ts'
import { getReadable, type Reader } from './access.ts'
import type { CommandDeps } from './command.ts'
import { listActions } from './queries.ts'
import type { CommentBody, TimelineItem } from './schema.ts'
import { toTimelineItem } from './timeline.ts'

/** Adds a remark of a participant to the log. It moves nothing, also after the end. */
export async function commentOnInstance(
  deps: CommandDeps,
  by: Reader,
  request: { instanceId: string; body: CommentBody },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<TimelineItem>> {
  const { tenantId, userId } = by
  const { comment, attachments, mentions = [] } = request.body
  const found = await getReadable(deps, by, request.instanceId)
  await checkMentions(deps, tenantId, mentions)
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
      const page = { afterSequence: sequence - 1, limit: 1 }
      const [row] = await listActions(tx, tenantId, instance.id, page)
      if (row === undefined) throw new Error('the comment just written is not there')
      return { status: 201, body: toTimelineItem(row, process, found.sees) }
    }),
  )
}

async function checkMentions(
  { directory }: Pick<CommandDeps, 'directory'>,
  tenantId: string,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return
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
}
