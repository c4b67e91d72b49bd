import type { ApprovalTree } from '@countersign/contracts'
import type { ImportNote } from '../../core/definition/xml/import-notes.ts'
import type { ReadDefinition } from '../../core/definition/compile.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { Deps } from '../../deps.ts'
import type { Content as Given } from '../../offload/jobs.ts'
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
  /** What can be published and is probably not meant. */
  readonly doubts: readonly DefinitionProblem[]
}

/**
 * Reads what was sent, either form of it, and looks for problems.
 *
 * @throws `bpm.invalid_request` when both forms or neither are there.
 */
export async function readContent(
  { offload }: Pick<Deps, 'offload'>,
  tenantId: string,
  sent: Content,
  { key, name = key ?? 'process' }: { readonly key?: string; readonly name?: string },
  variables: readonly VariableDeclaration[],
): Promise<Document> {
  const { bpmnXml, tree } = sent
  const content = contentOf(sent, { key: key ?? 'process', name })
  const length = bpmnXml === undefined ? JSON.stringify(tree).length : bpmnXml.length
  const looked = await offload.run('look', { content, variables, key }, { tenantId, length })
  const { read, found, doubts } = looked
  const { isBpmn, process, imported } = read
  return {
    bpmnXml: looked.bpmnXml,
    tree,
    problems: found,
    isBpmn,
    process,
    imported,
    read,
    doubts,
  }
}

function contentOf(
  { bpmnXml, tree }: Content,
  called: { readonly key: string; readonly name: string },
): Given {
  if (bpmnXml !== undefined && tree === undefined) return { bpmnXml }
  if (tree !== undefined && bpmnXml === undefined) return { tree, ...called }
  const detail = 'either bpmnXml or tree must be there'
  const pointer = bpmnXml === undefined ? '/bpmnXml' : '/tree'
  throw problems.invalid_request({ errors: [{ pointer, code: 'one_of', detail }] })
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
  const { callsOf } = await import('../../core/definition/checks/calls.ts')
  const keys = process === undefined ? [] : callsOf(process).map((node) => node.calledElement)
  return {
    bpmn_xml: bpmnXml,
    tree: tree === undefined ? null : JSON.stringify(tree),
    called_keys: [...new Set(keys)],
    imported: imported.length === 0 ? null : JSON.stringify(imported),
  }
}
