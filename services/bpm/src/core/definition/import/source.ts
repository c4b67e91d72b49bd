import type { ApprovalTree } from '@countersign/contracts'
import type { VariableDeclaration } from '../../variables.ts'
import type { DefinitionProblem } from '../problem.ts'
import { compileTree } from '../tree/compile-tree.ts'
import { readTree } from '../tree/read-tree.ts'
import { MAX_XML_BYTES } from '../xml/xml.ts'
import type { Types } from './conditions.ts'
import type { SourceFormat } from './formats.ts'
import { isFlowLong } from './flowlong/model.ts'
import { readFlowLong } from './flowlong/read.ts'
import { isJson, textOf, type Json } from './json.ts'
import { isWarmFlow, writeWarmFlow } from './warm-flow/write.ts'

export interface Converted {
  readonly format: SourceFormat
  /** As the file calls it. */
  readonly name?: string
  readonly key?: string
  readonly bpmnXml: string
  /** Where the model is a tree of steps as well. */
  readonly tree?: ApprovalTree
}

interface Wanted {
  /** What the process is to be called; without it as the file does, where that can be. */
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly variables: readonly VariableDeclaration[]
}

/**
 * Recognises a file by what is in it and makes BPMN of it; BPMN stays as it is. What could not be carried over is
 * written beside the step it was said of, and keeps the process from being published until it is removed.
 */
export async function convertSource(
  source: string,
  wanted: Wanted,
): Promise<Converted | DefinitionProblem> {
  if (!/^[\uFEFF\s]*[{[]/.test(source)) return fromBpmn(source)
  if (Buffer.byteLength(source) > MAX_XML_BYTES) {
    return refuse('source_too_large', `the file is larger than ${MAX_XML_BYTES} bytes`)
  }
  const model = parse(source)
  if (model === undefined) return refuse('source_unreadable', 'the file is neither XML nor JSON')
  const types: Types = new Map(wanted.variables.map(({ name, type }) => [name, type]))
  if (isFlowLong(model)) return fromFlowLong(model, types, wanted)
  if (isWarmFlow(model)) return fromWarmFlow(model, types, wanted)
  const message =
    'no model is known that looks like this: FlowLong has nodeConfig, Warm-Flow nodeList'
  return refuse('source_unknown', message)
}

/** It stays as it is; steps are there where they say all that it says, save where it is drawn. */
async function fromBpmn(bpmnXml: string): Promise<Converted> {
  const tree = await readTree(bpmnXml)
  return { format: 'bpmn', bpmnXml, ...(tree === undefined ? {} : { tree }) }
}

async function fromFlowLong(model: Json, types: Types, wanted: Wanted) {
  const tree = readFlowLong(model, types)
  if ('code' in tree) return refuse(tree.code, tree.message)
  const { names, said } = namesOf(textOf(model, 'key'), textOf(model, 'name'), wanted)
  return { format: 'flowlong' as const, ...said, bpmnXml: await compileTree(tree, names), tree }
}

async function fromWarmFlow(model: Json, types: Types, wanted: Wanted) {
  const { names, said } = namesOf(textOf(model, 'flowCode'), textOf(model, 'flowName'), wanted)
  const written = await writeWarmFlow(model, types, names)
  if (typeof written !== 'string') return refuse(written.code, written.message)
  return { format: 'warm-flow' as const, ...said, bpmnXml: written }
}

/** How the process is called, and what the file says of that. */
function namesOf(ownKey: string | undefined, ownName: string | undefined, wanted: Wanted) {
  const key = ownKey !== undefined && isKey.test(ownKey) ? ownKey : undefined
  const name = ownName?.slice(0, 200)
  const calledBy = wanted.key ?? key ?? 'process'
  return {
    names: { key: calledBy, name: wanted.name ?? name ?? calledBy },
    said: { ...(key === undefined ? {} : { key }), ...(name === undefined ? {} : { name }) },
  }
}

const isKey = /^[A-Za-z_][A-Za-z0-9._-]{0,99}$/

function parse(source: string): Json | undefined {
  try {
    const read: unknown = JSON.parse(source.replace(/^\uFEFF/, ''))
    return isJson(read) ? read : undefined
  } catch {
    // Not JSON: the answer says so.
    return undefined
  }
}

const refuse = (code: string, message: string): DefinitionProblem => ({
  element: '',
  code,
  message,
})
