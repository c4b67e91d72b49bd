import type { VariableDeclaration } from '../../variables.ts'
import { checkExpression, celTypesOf, type Locals } from '../expression.ts'
import type { CallNode, CompiledProcess, Node, UserTaskNode, VariableMapping } from '../graph.ts'
import { localsOfItem } from '../elements/loops.ts'
import { localsOfRepeat, localsWithin } from '../elements/repeats.ts'
import { userTasksAfter } from './user-tasks-after.ts'
import type { Report } from '../xml/xml.ts'

/** The call activities of a process. */
export function callsOf(process: CompiledProcess): readonly CallNode[] {
  return [...process.nodes.values()].filter((node) => node.kind === 'call')
}

/**
 * Whether a call may be given a value. Text alone decides: better one value too many than one that is missed.
 * What is inherited depends on the process that is called, so anything may be.
 */
export function isGiven({ inheritVariables, inputs, loop }: CallNode, name: string): boolean {
  const over = loop === undefined ? [] : [loop.over.value]
  const read = [...inputs.map(({ source }) => source), ...over]
  return inheritVariables || read.some(({ text }) => text.includes(name))
}

/**
 * User tasks that would find nobody in a process that is called, or started by a time: nobody is there to choose people
 * with the start, nor before its first tasks, and no others are named for that case.
 */
export function tasksWithoutChooser(
  process: CompiledProcess,
  start = process.start,
): readonly UserTaskNode[] {
  const asked = [...process.nodes.values()].filter(isWithoutOthers)
  if (asked.length === 0) return []
  const first = new Set(userTasksAfter(process, start).map(({ id }) => id))
  return asked.filter(({ id, candidates }) =>
    candidates.every(({ kind }) => kind === 'initiatorSelects' || first.has(id)),
  )
}

/** Whether people are only chosen for it, by whoever starts it or decides before it. */
const isWithoutOthers = (node: Node): node is UserTaskNode =>
  node.kind === 'userTask' &&
  (node.policy.onEmpty === 'administrators' || node.policy.onEmpty === 'block') &&
  node.candidates.every(
    ({ kind }) => kind === 'initiatorSelects' || kind === 'previousApproverSelects',
  )

/**
 * Whether the values that a call hands over and takes back fit both business types.
 *
 * @param caller What the business type of the calling process declares.
 * @param called What that of the called one declares.
 */
export function checkCall(
  node: CallNode,
  caller: readonly VariableDeclaration[],
  called: readonly VariableDeclaration[],
  given: { readonly process: CompiledProcess; readonly report: Report },
): void {
  const { process, report } = given
  const around = localsWithin(process, node, caller)
  const many = node.loop === undefined ? {} : localsOfItem(node.loop)
  const locals = { ...around, ...localsOfRepeat(node), ...many }
  for (const mapping of node.inputs) {
    checkMapping(node, mapping, { from: caller, to: called, locals }, report)
  }
  for (const mapping of node.outputs) {
    checkMapping(node, mapping, { from: called, to: caller, locals: {} }, report)
  }
  const handed = new Set(node.inputs.map(({ target }) => target))
  for (const { name, type, required } of called) {
    if (required !== true || handed.has(name)) continue
    const shared = caller.some((one) => one.name === name && one.type === type)
    if (node.inheritVariables && shared) continue
    const message = `the called process needs ${name}, a ${type}: hand it over with approval:in`
    report(node.id, 'variable_missing', message)
  }
}

interface Sides {
  readonly from: readonly VariableDeclaration[]
  readonly to: readonly VariableDeclaration[]
  readonly locals: Locals
}

function checkMapping(
  { id }: CallNode,
  { source, target }: VariableMapping,
  { from, to, locals }: Sides,
  report: Report,
): void {
  const declared = to.find(({ name }) => name === target)
  if (declared === undefined) {
    report(id, 'variable_unknown', `no variable ${target} is declared where the value is set`)
    return
  }
  const fault = checkExpression(source, from, celTypesOf(declared.type), locals)
  if (fault !== undefined) report(id, 'expression_type', `"${source.text}": ${fault}`)
}
