import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Variables } from '../../../core/variables.ts'
import { problems } from '../../../problems.ts'
import { findVariableFaults } from '../../../runtime/people/named.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { getReadable, type Reader } from '../access.ts'
import { commandInstance, type CommandDeps } from '../command.ts'

/**
 * Sends a returned approval on its way again, in a new round. The owning application has updated it
 * before; what the initiator sends along must be what the application set.
 *
 * @throws `bpm.initiator_only` (403), `bpm.not_returned`, `bpm.owner_update_required`,
 *   `bpm.variables_differ` (409), `bpm.variables_invalid` (422).
 */
export async function resubmitInstance(
  deps: CommandDeps,
  by: Reader,
  request: {
    instanceId: string
    values: Readonly<Record<string, unknown>>
    revision: number | undefined
  },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<InstanceView>> {
  const { instance } = await getReadable(deps, by, request.instanceId)
  const { values } = request
  const errors =
    instance.initiatorId === by.userId
      ? await findVariableFaults(deps.directory, by.tenantId, {
          declared: instance.declaredVariables,
          values,
          pointer: '',
          partial: true,
        })
      : []
  // Wrong values are told only once nothing else stands against the resubmission: whoever may not
  // resubmit learns that first. The engine finds them different, since none could have been set.
  return commandInstance(deps, instance, {
    action: 'resubmit',
    command: {
      kind: 'resubmit',
      actor: { userId: by.userId },
      // Compared with the instance's values by the engine, whatever their type.
      variables: values as Variables,
    },
    actor: { kind: 'user', id: by.userId, name: instance.initiatorName },
    revision: request.revision,
    idempotency,
    reword: ({ reason }) =>
      reason === 'variables_differ' && errors.length > 0
        ? problems.variables_invalid({ errors })
        : undefined,
  })
}
