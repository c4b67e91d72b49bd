import type { VariableDeclaration } from '../variables.ts'
import { checkExpression, celTypesOf } from './expression.ts'
import type { CallNode, CompiledProcess, VariableMapping } from './graph.ts'
import type { Report } from './xml.ts'

/** The call activities of a process. */
export function callsOf(process: CompiledProcess): readonly CallNode[] {
  return [...process.nodes.values()].filter((node) => node.kind === 'call')
}

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
  report: Report,
): void {
  for (const mapping of node.inputs) checkMapping(node, mapping, caller, called, report)
  for (const mapping of node.outputs) checkMapping(node, mapping, called, caller, report)
  const handed = new Set(node.inputs.map(({ target }) => target))
  for (const { name, type, required } of called) {
    if (required !== true || handed.has(name)) continue
    const shared = caller.some((one) => one.name === name && one.type === type)
    if (node.inheritVariables && shared) continue
    const message = `the called process needs ${name}, a ${type}: hand it over with approval:in`
    report(node.id, 'variable_missing', message)
  }
}

function checkMapping(
  { id }: CallNode,
  { source, target }: VariableMapping,
  from: readonly VariableDeclaration[],
  to: readonly VariableDeclaration[],
  report: Report,
): void {
  const declared = to.find(({ name }) => name === target)
  if (declared === undefined) {
    report(id, 'variable_unknown', `no variable ${target} is declared where the value is set`)
    return
  }
  const fault = checkExpression(source, from, celTypesOf(declared.type))
  if (fault !== undefined) report(id, 'expression_type', `"${source.text}": ${fault}`)
}
