/** What stands in the address of the list of approvals, as its page reads it. */
export interface ApprovalsLink {
  readonly bizType?: string
  readonly definitionKey?: string
  readonly own?: true
  readonly status?: 'RUNNING'
  readonly startedFrom?: string
  readonly startedUntil?: string
  readonly endedFrom?: string
  readonly endedUntil?: string
  readonly resubmittedFrom?: string
  readonly resubmittedUntil?: string
  readonly task?: 'waiting' | 'overdue' | 'decided' | 'returned' | 'breached'
  readonly taskDefinition?: string
  readonly taskNode?: string
  readonly taskPerson?: string
  readonly taskFrom?: string
  readonly taskUntil?: string
  readonly taskAt?: string
}

interface Period {
  readonly from: string
  readonly until: string
}

/** What the figures are of. */
export interface Narrowing {
  readonly bizType?: string | undefined
  readonly definitionKey?: string | undefined
}

export interface Place {
  readonly definitionKey?: string
  readonly node?: { readonly id: string }
  readonly person?: { readonly id: string }
}

/** The approvals that wait at a step or with a person, now or as it was at some time. */
export const waitingLink = (row: Place, narrowing: Narrowing, at?: string): ApprovalsLink => ({
  task: 'waiting',
  ...(at === undefined ? {} : { taskAt: at }),
  ...placeOf(row),
  ...kindOf(narrowing),
})

/**
 * The approvals that were decided or returned in a period, or passed their due time; everywhere, at a step, or by a
 * person.
 */
export const taskLink = (
  task: 'decided' | 'returned' | 'breached',
  { from, until }: Period,
  narrowing: Narrowing,
  row: Place = {},
): ApprovalsLink => ({
  task,
  taskFrom: from,
  taskUntil: until,
  ...placeOf(row),
  ...kindOf(narrowing),
})

/** The approvals that people started in a period. */
export const startedLink = ({ from, until }: Period, narrowing: Narrowing): ApprovalsLink => ({
  startedFrom: from,
  startedUntil: until,
  own: true,
  ...kindOf(narrowing),
})

/** Those of them that ended in a period. */
export const endedLink = ({ from, until }: Period, narrowing: Narrowing): ApprovalsLink => ({
  endedFrom: from,
  endedUntil: until,
  own: true,
  ...kindOf(narrowing),
})

/** The approvals that were resubmitted in a period. */
export const resubmittedLink = ({ from, until }: Period, narrowing: Narrowing): ApprovalsLink => ({
  resubmittedFrom: from,
  resubmittedUntil: until,
  ...kindOf(narrowing),
})

const placeOf = ({ definitionKey, node, person }: Place) => ({
  ...(definitionKey === undefined ? {} : { taskDefinition: definitionKey }),
  ...(node === undefined ? {} : { taskNode: node.id }),
  ...(person === undefined ? {} : { taskPerson: person.id }),
})

const kindOf = ({ bizType, definitionKey }: Narrowing) => ({
  ...(bizType === undefined ? {} : { bizType }),
  ...(definitionKey === undefined ? {} : { definitionKey }),
})
