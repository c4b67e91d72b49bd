import type { RecordContent } from './content.ts'

type Person = RecordContent['approval']['initiator']

/**
 * Who approved what stands at the end, each person once, in the order of their approvals. Not who approved
 * an earlier round or took their approval back, whose seat is another's or void; and not who asked, also
 * where an agent asked in their name.
 */
export function approversOf({
  approval,
  actions,
  seats,
}: Pick<RecordContent, 'approval' | 'actions' | 'seats'>): readonly Person[] {
  const standing = new Map(
    seats
      .filter(({ status, round }) => status === 'APPROVED' && round === approval.round)
      .map(({ taskNo, endedBy }) => [taskNo, endedBy?.id]),
  )
  const people = actions
    .filter(({ action, round }) => action === 'approve' && round === approval.round)
    .filter(({ actor, task }) => task !== null && standing.get(task.taskNo) === actor.id)
    .filter(({ actor }) => actor.kind === 'user' && actor.id !== approval.initiator.id)
    .map(({ actor: { id, name } }) => [id, { id, name }] as const)
  return [...new Map(people).values()]
}
