/** One reason why a definition cannot be published. `element`: id of the element, or of the process. */
export interface DefinitionProblem {
  readonly element: string
  readonly code: string
  readonly message: string
  /** What of the element is meant: an attribute, a reference, a person. */
  readonly subject?: string
}

const mostProblems = 100

/** As many as somebody mends in one go, one of each kind first; the last one says how many more there are. */
export function cutProblems(found: readonly DefinitionProblem[]): readonly DefinitionProblem[] {
  const more = found.length - mostProblems
  if (more <= 0) return found
  const firsts = new Set(new Map(found.toReversed().map((one) => [one.code, one])).values())
  const ordered = [...firsts, ...found.filter((one) => !firsts.has(one))]
  const message = `${more} more problems were found: mend the ones above, then look again`
  return [...ordered.slice(0, mostProblems), { element: '', code: 'problems_left_out', message }]
}

/** Thrown by `compile` for XML that `validate` would have refused. */
export class DefinitionInvalid extends Error {
  readonly problems: readonly DefinitionProblem[]

  constructor(problems: readonly DefinitionProblem[]) {
    super(problems.map((problem) => `${problem.element}: ${problem.message}`).join('; '))
    this.name = 'DefinitionInvalid'
    this.problems = problems
  }
}
