import type { UserCaller } from '../../../callers.ts'
import { decideInstance } from '../../../core/instance.ts'
import type { Attached } from '../../../db/instance-tables.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'

export const administrates = ({ permissions }: UserCaller): boolean =>
  permissions.includes('bpm:instance:admin')

/** Whether somebody may take an attachment away now; a node that refuses the change is not asked. */
export function isRemovable(
  { status, initiatorId: initiator }: InstanceRow,
  { by, removed }: Attached,
  user: UserCaller,
): boolean {
  const { userId, agent } = user
  if (removed !== undefined || agent !== undefined) return false
  if (by !== userId && !administrates(user)) return false
  const facts = { status, initiator, suspendedFrom: undefined }
  return decideInstance(facts, 'removeAttachment', { userId }).allowed
}
