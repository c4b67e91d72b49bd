import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { getReadable, type Reader } from '../access.ts'
import { commandInstance, type CommandDeps } from '../command.ts'

/** Takes an approval back. @throws `bpm.initiator_only` (403), `bpm.instance_not_running` (409). */
export async function withdrawInstance(
  deps: CommandDeps,
  by: Reader,
  request: {
    instanceId: string
    comment: string | undefined
    revision: number | undefined
  },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<InstanceView>> {
  const { instance } = await getReadable(deps, by, request.instanceId)
  return commandInstance(deps, instance, {
    action: 'withdraw',
    command: { kind: 'withdraw', actor: { userId: by.userId } },
    actor: { kind: 'user', id: by.userId, name: instance.initiatorName },
    comment: request.comment,
    revision: request.revision,
    idempotency,
  })
}
