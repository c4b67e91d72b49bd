// Whom a process asks at which node, and how often: told alike of what was and of what would be.

/** A task that people could decide at some time. */
export interface AskedTask {
  readonly node: string
  readonly name: string
  /** Who has it; all who may take it, where several may. */
  readonly holders: readonly string[]
}

export interface AskedPerson {
  readonly id: string
  readonly times: number
}

export interface AskedStep {
  readonly node: string
  readonly name: string
  readonly tasks: number
  readonly people: readonly AskedPerson[]
}

/** Steps in the order in which they were come to first. */
export function countAsked(tasks: readonly AskedTask[]): AskedStep[] {
  return [...Map.groupBy(tasks, ({ node }) => node)].map(([node, those]) => ({
    node,
    name: those.at(-1)?.name ?? node,
    tasks: those.length,
    people: countPeople(those.flatMap(({ holders }) => holders)),
  }))
}

/** The same people of several steps, together. */
export const peopleOf = (steps: readonly AskedStep[]): AskedPerson[] =>
  countPeople(
    steps.flatMap(({ people }) => people.flatMap(({ id, times }) => Array<string>(times).fill(id))),
  )

const countPeople = (ids: readonly string[]): AskedPerson[] =>
  [...Map.groupBy(ids, (id) => id)].map(([id, those]) => ({ id, times: those.length }))

/** Who held a task, or could: one that was lent is its owner's. */
export const holdersOf = (task: {
  readonly assignee: string | undefined
  readonly owner: string | undefined
  readonly candidates: readonly string[]
}): readonly string[] => {
  const holder = task.owner ?? task.assignee
  if (task.candidates.length > 0 || holder === undefined) return task.candidates
  return [holder]
}
