/** What stands in the address of the list of approvals, as its page reads it. */
export interface ApprovalsLink {
  readonly bizType?: string
  readonly startedFrom?: string
  readonly startedUntil?: string
  readonly task?: 'waiting' | 'overdue' | 'decided' | 'returned'
  readonly taskDefinition?: string
  readonly taskNode?: string
  readonly taskPerson?: string
  readonly taskFrom?: string
  readonly taskUntil?: string
}

interface Place {
  readonly definitionKey?: string
  readonly node?: { readonly id: string }
  readonly person?: { readonly id: string }
}

/** The approvals that wait at a step or with a person. */
export const waitingLink = (row: Place, bizType: string | undefined): ApprovalsLink => ({
  task: 'waiting',
  ...placeOf(row),
  ...typeOf(bizType),
})

/** The approvals that were decided, or returned, in a period; everywhere, at a step, or by a person. */
export const endedLink = (
  task: 'decided' | 'returned',
  period: { readonly from: string; readonly until: string },
  bizType: string | undefined,
  row: Place = {},
): ApprovalsLink => ({
  task,
  taskFrom: period.from,
  taskUntil: period.until,
  ...placeOf(row),
  ...typeOf(bizType),
})

/** The approvals that were started in a period. */
export const startedLink = (
  period: { readonly from: string; readonly until: string },
  bizType: string | undefined,
): ApprovalsLink => ({
  startedFrom: period.from,
  startedUntil: period.until,
  ...typeOf(bizType),
})

const placeOf = ({ definitionKey, node, person }: Place) => ({
  ...(definitionKey === undefined ? {} : { taskDefinition: definitionKey }),
  ...(node === undefined ? {} : { taskNode: node.id }),
  ...(person === undefined ? {} : { taskPerson: person.id }),
})

const typeOf = (bizType: string | undefined) => (bizType === undefined ? {} : { bizType })
