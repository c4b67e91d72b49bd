import type { ReadDefinition } from './compile.ts'
import type { CompiledProcess } from './graph.ts'
import { DefinitionInvalid } from './problem.ts'

/** @throws {@link DefinitionInvalid} for a document that could not be read without problems. */
export function compiledOf({ process, problems }: ReadDefinition): CompiledProcess {
  if (process === undefined || problems.length > 0) throw new DefinitionInvalid(problems)
  return process
}
