import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { ServiceCaller } from '../../../callers.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { commandInstance, type CommandDeps } from '../command.ts'
import type { MessageBody } from '../schema.ts'
import { getOwned } from './update-variables.ts'

/**
 * Lets an approval go on where it waits for a message, by the client that owns its business type. Every
 * task, catch event and event on a border that waits for it goes on; with an error what catches that does.
 *
 * @throws `bpm.message_not_expected` (409) when none does, `bpm.error_not_caught` (409) when its error is not caught
 *   everywhere, `bpm.instance_not_running` (409), and `bpm.not_found` (404) for an instance of another client.
 */
export async function sendMessage(
  deps: CommandDeps,
  owner: ServiceCaller,
  instanceId: string,
  { message, error }: MessageBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<InstanceView>> {
  const failed = error === undefined ? {} : { error }
  const instance = await getOwned(deps, owner, instanceId)
  return commandInstance(deps, instance, {
    action: 'message',
    command: { kind: 'message', actor: { userId: owner.clientId }, name: message, ...failed },
    actor: { kind: 'service', id: owner.clientId, name: owner.clientId },
    details: { message, ...failed },
    idempotency,
  })
}
