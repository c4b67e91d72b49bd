import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { nameOf } from '../../../runtime/people/learn.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { getReadable, type Reader } from '../access.ts'
import { commandInstance, type CommandDeps } from '../command.ts'

export interface Intervention {
  readonly instanceId: string
  readonly kind: 'terminate' | 'suspend' | 'resume'
  /** Kept in the log and told to the owning application. */
  readonly reason: string
  readonly revision: number | undefined
}

/** An administrator's hand on a running approval. The route has checked the permission. */
export async function interveneInInstance(
  deps: CommandDeps,
  by: Reader,
  intervention: Intervention,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<InstanceView>> {
  const { kind, reason } = intervention
  const { instance } = await getReadable(deps, by, intervention.instanceId)
  return commandInstance(deps, instance, {
    action: kind,
    command: { kind, actor: { userId: by.userId, administrator: true } },
    actor: { kind: 'user', id: by.userId, name: await nameOf(deps.directory, by) },
    reason,
    revision: intervention.revision,
    idempotency,
  })
}
