/** One reason why a definition cannot be published. `element`: id of the element, or of the process. */
export interface DefinitionProblem {
  readonly element: string
  readonly code: string
  readonly message: string
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
