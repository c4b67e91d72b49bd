import type { ApprovalTree } from '@countersign/contracts'
import type { ImportNote } from '../../core/definition/import-notes.ts'
import type { ReadDefinition } from '../../core/definition/compile.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import { problems } from '../../problems.ts'

export interface Content {
  readonly bpmnXml?: string
  readonly tree?: ApprovalTree
}

export interface Document {
  readonly bpmnXml: string
  readonly tree: ApprovalTree | undefined
  readonly problems: readonly DefinitionProblem[]
  /** Whether it is BPMN at all: a draft can be anything that is. */
  readonly isBpmn: boolean
  readonly process: CompiledProcess | undefined
  /** What became of the parts of another engine. */
  readonly imported: readonly ImportNote[]
  readonly read: ReadDefinition
}

/**
 * Reads what was sent, either form of it, and looks for problems.
 *
 * @throws `bpm.invalid_request` when both forms or neither are there.
 */
export async function readContent(
  { bpmnXml, tree }: Content,
  { key, name = key ?? 'process' }: { readonly key?: string; readonly name?: string },
  variables: readonly VariableDeclaration[],
): Promise<Document> {
  if ((bpmnXml === undefined) === (tree === undefined)) {
    const detail = 'either bpmnXml or tree must be there'
    const pointer = bpmnXml === undefined ? '/bpmnXml' : '/tree'
    throw problems.invalid_request({ errors: [{ pointer, code: 'one_of', detail }] })
  }
  const xml =
    bpmnXml ?? (tree === undefined ? '' : await compileToXml(tree, key ?? 'process', name))
  const { read, found } = await findProblemsOf(xml, variables, key)
  const { isBpmn, process, imported } = read
  return { bpmnXml: xml, tree, problems: found, isBpmn, process, imported, read }
}

// Parser, type checker and layout are most of this service's memory; few processes of it need them.
async function compileToXml(tree: ApprovalTree, key: string, name: string): Promise<string> {
  const { compileTree } = await import('../../core/definition/tree/compile-tree.ts')
  return compileTree(tree, { key, name })
}

/** @param key What the process has to be called; absent where it does not matter yet. */
export async function findProblemsOf(
  xml: string,
  variables: readonly VariableDeclaration[],
  key?: string,
) {
  const { readDefinition } = await import('../../core/definition/compile.ts')
  const { findProblems } = await import('../../core/definition/validate.ts')
  const read = await readDefinition(xml)
  return { read, found: findProblems(read, variables, key) }
}

/**
 * A draft may have every problem that there is, but must be BPMN.
 *
 * @throws `bpm.definition_invalid` (422) otherwise, naming the problems.
 */
export function requireBpmn({ isBpmn, problems: found }: Document): void {
  if (!isBpmn) throw problems.definition_invalid({ members: { problems: found } })
}

/** What the columns of a definition keep of its document. */
export async function toContentColumns({ bpmnXml, tree, process, imported }: Document) {
  const { callsOf } = await import('../../core/definition/check-calls.ts')
  const keys = process === undefined ? [] : callsOf(process).map((node) => node.calledElement)
  return {
    bpmn_xml: bpmnXml,
    tree: tree === undefined ? null : JSON.stringify(tree),
    called_keys: [...new Set(keys)],
    imported: imported.length === 0 ? null : JSON.stringify(imported),
  }
}
