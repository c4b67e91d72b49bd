import type { CompiledProcess } from './graph.ts'
import { DefinitionInvalid, type DefinitionProblem } from './problem.ts'

/** @throws {@link DefinitionInvalid} for a document that could not be read without problems. */
export function compiledOf({
  process,
  problems,
}: {
  readonly process: CompiledProcess | undefined
  readonly problems: readonly DefinitionProblem[]
}): CompiledProcess {
  if (process === undefined || problems.length > 0) throw new DefinitionInvalid(problems)
  return process
}
