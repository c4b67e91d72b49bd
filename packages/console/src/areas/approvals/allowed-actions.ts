import type { InstanceAction, ProcessInstance } from './queries.ts'

interface Person {
  readonly userId: string
  readonly isAdministrator: boolean
}

/** What is offered, as the state allows it; the service decides again. */
export function actionsFor(
  { status, initiator }: Pick<ProcessInstance, 'status' | 'initiator'>,
  { userId, isAdministrator }: Person,
): { readonly own: readonly InstanceAction[]; readonly administrative: readonly InstanceAction[] } {
  return {
    own: initiator.id === userId ? ownActions[status] : [],
    administrative: isAdministrator ? administrativeActions[status] : [],
  }
}

type ByStatus = Readonly<Record<ProcessInstance['status'], readonly InstanceAction[]>>

const ended = { APPROVED: [], REJECTED: [], WITHDRAWN: [], TERMINATED: [] }

const ownActions: ByStatus = {
  RUNNING: ['remind', 'withdraw'],
  RETURNED: ['withdraw'],
  SUSPENDED: [],
  ...ended,
}

const administrativeActions: ByStatus = {
  RUNNING: ['suspend', 'terminate'],
  RETURNED: ['suspend', 'terminate'],
  SUSPENDED: ['resume', 'terminate'],
  ...ended,
}
