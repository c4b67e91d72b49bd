import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { InstanceCommand } from '../../../core/engine/command.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { getReadable, type Reader } from '../access.ts'
import { commandInstance, type CommandDeps } from '../command.ts'

export interface Intervention {
  readonly instanceId: string
  readonly kind: 'terminate' | 'suspend' | 'resume' | 'jump'
  /** Kept in the log and told to the owning application. */
  readonly reason: string
  /** The node to go to, for `jump`. */
  readonly to?: string
  readonly revision: number | undefined
}

/** An administrator's hand on a running approval. The route has checked the permission. */
export async function interveneInInstance(
  deps: CommandDeps,
  by: Reader,
  intervention: Intervention,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<InstanceView>> {
  const { kind, reason, to } = intervention
  const { instance } = await getReadable(deps, by, intervention.instanceId)
  return commandInstance(deps, instance, {
    action: kind,
    command: toCommand(intervention, by.userId),
    actor: { kind: 'user', id: by.userId, name: await nameOf(deps.directory, by) },
    reason,
    ...(to === undefined ? {} : { details: { to } }),
    revision: intervention.revision,
    idempotency,
  })
}

function toCommand({ kind, to = '' }: Intervention, userId: string): InstanceCommand {
  const actor = { userId, administrator: true }
  return kind === 'jump' ? { kind, actor, to } : { kind, actor }
}
