import type { ApprovalTree } from '@countersign/contracts'
import type { CheckedTable } from '../core/decision/check.ts'
import type { ReadTable } from '../core/decision/read.ts'
import type { DecisionTable, HitPolicy, TableExample } from '../core/decision/table.ts'
import type { ReadDefinition } from '../core/definition/compile.ts'
import type { Converted } from '../core/definition/import/source.ts'
import { cutProblems, type DefinitionProblem } from '../core/definition/problem.ts'
import type { Mendable } from '../core/definition/repair/plan.ts'
import type { FoundPerson } from '../core/definition/repair/repair.ts'
import type { VariableDeclaration } from '../core/variables.ts'

/** A document, or the tree that one is made of. */
export type Content =
  | { readonly bpmnXml: string }
  | { readonly tree: ApprovalTree; readonly key: string; readonly name: string }

export interface Looked {
  readonly bpmnXml: string
  readonly read: ReadDefinition
  readonly found: readonly DefinitionProblem[]
  /** What is probably not meant, as conditions that say the same for all values; it can be published. */
  readonly doubts: readonly DefinitionProblem[]
}

interface Wanted {
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly variables: readonly VariableDeclaration[]
}

/**
 * What takes the longer the more somebody sends: pure functions of `core/`, loaded when they are wanted. Parser, type
 * checker and layout are most of this service's memory, and few processes of it need them.
 */
const functions = {
  /** Reads a published definition. */
  async read(input: { readonly bpmnXml: string; readonly readsForeign: boolean }) {
    const { readDefinition } = await import('../core/definition/compile.ts')
    return toTold(await readDefinition(input.bpmnXml, input))
  },

  /** Reads a document and looks for all that keeps it from being published. */
  async look(input: {
    readonly content: Content
    readonly variables: readonly VariableDeclaration[]
    /** What the process has to be called; absent where it does not matter yet. */
    readonly key: string | undefined
  }): Promise<Looked> {
    const { readDefinition } = await import('../core/definition/compile.ts')
    const { findProblems } = await import('../core/definition/validate.ts')
    const { findConstantConditions } =
      await import('../core/definition/checks/constant-conditions.ts')
    const { findDoubts } = await import('../core/definition/checks/doubts.ts')
    const { content, variables, key } = input
    const bpmnXml = 'tree' in content ? await writeTree(content) : content.bpmnXml
    const whole = await readDefinition(bpmnXml)
    const found = findProblems(whole, variables, key)
    const read = toTold(whole)
    const constant = whole.process === undefined ? [] : findConstantConditions(whole.process)
    const doubts = whole.isBpmn ? [...constant, ...findDoubts(bpmnXml)] : []
    return { bpmnXml, read, found, doubts }
  },

  /** Plans what can be done about problems of a document. */
  async plan(input: {
    readonly bpmnXml: string
    readonly read: ReadDefinition
    readonly key: string | undefined
    readonly people: ReadonlyMap<string, readonly FoundPerson[]>
    readonly lists: readonly (readonly DefinitionProblem[])[]
  }): Promise<readonly (readonly Mendable[])[]> {
    const { withRepairs } = await import('../core/definition/repair/plan.ts')
    return input.lists.map((list) => withRepairs(input.bpmnXml, input, list))
  },

  /** Makes BPMN of a file of another tool. */
  async convert(input: {
    readonly source: string
    readonly wanted: Wanted
  }): Promise<Converted | DefinitionProblem> {
    const { convertSource } = await import('../core/definition/import/source.ts')
    return convertSource(input.source, input.wanted)
  },

  async readDmn(input: {
    readonly dmn: string
    readonly variables: readonly VariableDeclaration[]
  }): Promise<ReadTable> {
    const { readDmn } = await import('../core/decision/dmn.ts')
    return readDmn(input.dmn, input.variables)
  },

  async readCsv(input: {
    readonly csv: string
    readonly variables: readonly VariableDeclaration[]
    readonly hitPolicy: HitPolicy
  }): Promise<ReadTable> {
    const { readCsv } = await import('../core/decision/csv.ts')
    return readCsv(input.csv, input)
  },

  async checkTable(input: {
    readonly table: DecisionTable
    readonly examples: readonly TableExample[]
    readonly variables: readonly VariableDeclaration[]
  }): Promise<CheckedTable> {
    const { checkTable } = await import('../core/decision/check.ts')
    return checkTable(input.table, input.examples, input.variables)
  },
}

/** Of thousands of problems a hundred are told; the others are not sent either. */
const toTold = (read: ReadDefinition): ReadDefinition => ({
  ...read,
  problems: cutProblems(read.problems),
})

async function writeTree({ tree, key, name }: Extract<Content, { tree: ApprovalTree }>) {
  const { compileTree } = await import('../core/definition/tree/compile-tree.ts')
  return compileTree(tree, { key, name })
}

type Functions = typeof functions
export type JobName = keyof Functions
export type Inputs = { readonly [N in JobName]: Parameters<Functions[N]>[0] }
export type Outputs = { readonly [N in JobName]: Awaited<ReturnType<Functions[N]>> }

export const jobs: { readonly [N in JobName]: (input: Inputs[N]) => Promise<Outputs[N]> } =
  functions
