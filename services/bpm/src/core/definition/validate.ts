import type { VariableDeclaration } from '../variables.ts'
import type { ReadDefinition } from './compile.ts'
import { findStartProblems } from './checks/starts.ts'
import { activationOf, findActivationProblems, localsOfWaysOut } from './elements/complex.ts'
import { checkExpression, looksInNothing, type Locals } from './expression.ts'
import type { CandidateRule, CompiledProcess, Delay, Expression, Node, Single } from './graph.ts'
import { findImpossibleJoins } from './checks/joins.ts'
import { localsOfCompletion, loopOf } from './elements/loops.ts'
import { cutProblems, type DefinitionProblem } from './problem.ts'
import { findQuantityProblems } from './elements/quantities.ts'
import {
  findEndlessRepeats,
  localsOfRepeat,
  localsOfTurn,
  localsWithin,
} from './elements/repeats.ts'
import { findStructureProblems } from './checks/structure.ts'
import {
  conditionsIn,
  isOfOthers,
  signalsIn,
  thrownSignalsOf,
  triggerOf,
  triggersOf,
} from './events/triggers.ts'
import { findUnthrownByTasks } from './checks/thrown-out.ts'
import { findUndoingProblems } from './events/undoing.ts'
import type { Report } from './xml/xml.ts'

/**
 * Everything that keeps a document that was read from being published, up to a hundred problems; [] when it
 * can be. Whether the people it names exist is not looked at: they may come later.
 *
 * @param variables What the business type declares: conditions and candidates may speak of nothing else.
 * @param key What the process has to be called, if that is known.
 */
export function findProblems(
  { key: id, process, unclear, problems }: ReadDefinition,
  variables: readonly VariableDeclaration[],
  key?: string,
): readonly DefinitionProblem[] {
  const found = [...problems]
  const report: Report = (element, code, message) => found.push({ element, code, message })
  if (key !== undefined && id !== undefined && id !== key) {
    report(id, 'key_mismatch', `the id of the executable process must be the key, ${key}`)
  }
  if (process === undefined) return cutProblems(found)
  // A graph with holes would give false alarms: what is missing has been named already.
  if (!found.some(({ code }) => leavingHoles.has(code))) {
    const before = found.length
    findStructureProblems(process, unclear, report)
    findEndlessRepeats(process, unclear, report)
    findUndoingProblems(process, report)
    findActivationProblems(process, report)
    findQuantityProblems(process, report)
    const isSound = found.length === before && unclear.size === 0
    if (unclear.size === 0) findUnthrownSignals(process, report)
    if (isSound && !found.some(({ code }) => code === 'start_count')) {
      findImpossibleJoins(process, report)
    }
  }
  checkTypes(process, variables, report)
  findStartProblems(process, variables, report)
  findHiddenItems(process, variables, report)
  findBordersAgainstThemselves(process, report)
  findUnfinishedConditions(process, report)
  findUnthrownByTasks(process, unclear, report)
  return cutProblems(found)
}

/** Of these, elements, flows or conditions are missing in what was read. */
const leavingHoles: ReadonlySet<string> = new Set([
  'xml_warning',
  'id_missing',
  'id_duplicate',
  'id_illegal',
  'reference_unknown',
  'element_unknown',
  'nested_too_deep',
  'flow_crosses_border',
  'default_unknown',
  'expression_invalid',
])

/** A signal of the approval is heard in it alone: one that nothing throws there would be waited for for ever. */
function findUnthrownSignals({ nodes }: CompiledProcess, report: Report): void {
  const thrown = new Set([...nodes.values()].flatMap(thrownSignalsOf))
  for (const node of nodes.values()) {
    const ofOwn = triggersOf(node).filter((one) => !isOfOthers(one))
    const signal = signalsIn(ofOwn).find((one) => !thrown.has(one))
    const trigger = triggerOf(node)
    const isAny = trigger?.on === 'several' && !trigger.all
    const another = (one: Single) =>
      one.on !== 'signal' || isOfOthers(one) || thrown.has(one.message)
    if (signal === undefined || (isAny && trigger.of.some(another))) continue
    const message = `nothing in this process throws the signal ${signal}, and others are not heard: throw it, give the signal approval:scope="tenant", or wait for a message`
    report(node.id, 'signal_not_thrown', message)
  }
}

/** What is in a sub-process would see the variable, not what the instance is for. */
function findHiddenItems(
  { nodes }: CompiledProcess,
  variables: readonly VariableDeclaration[],
  report: Report,
): void {
  for (const node of nodes.values()) {
    const item = node.kind === 'subProcess' ? loopOf(node)?.as : undefined
    if (item === undefined || variables.every(({ name }) => name !== item)) continue
    report(node.id, 'value_invalid', `the business type declares ${item}: call the item otherwise`)
  }
}

/**
 * What one of many throws as it ends would end the others by the border of its own activity. No two engines agree on
 * that, and the completion condition says it plainly.
 */
function findBordersAgainstThemselves(process: CompiledProcess, report: Report): void {
  for (const node of process.nodes.values()) {
    const thrown = node.repeat === undefined ? [] : thrownSignalsOf(node)
    for (const border of process.boundaries.get(node.id) ?? []) {
      const signal = signalsIn(triggersOf(border)).find((one) => thrown.includes(one))
      if (!border.interrupting || signal === undefined) continue
      const message = `${node.id} throws ${signal} as one of many ends, and this would end the others: let it go on beside, or say with completionCondition when enough have ended`
      report(border.id, 'border_ends_itself', message)
    }
  }
}

function findUnfinishedConditions(process: CompiledProcess, report: Report): void {
  const check = (element: string, condition: Expression) => {
    if (!looksInNothing(condition)) return
    const message = `"${condition.text}" looks in an empty list: name the values that are meant`
    report(element, 'condition_unfinished', message)
  }
  for (const { element, condition } of conditionsIn(process)) check(element, condition)
  for (const node of process.nodes.values())
    if (node.kind === 'auto') node.rules.forEach(({ when }) => check(node.id, when))
}

/** What of a process does not fit the variables that are declared. */
export function findTypeProblems(
  process: CompiledProcess,
  variables: readonly VariableDeclaration[],
): readonly DefinitionProblem[] {
  const found: DefinitionProblem[] = []
  checkTypes(process, variables, (element, code, message) => found.push({ element, code, message }))
  return found
}

type Check = (
  element: string,
  expression: Expression,
  expected: readonly string[],
  locals?: Locals,
) => void

function checkRepetition(node: Node, check: Check, around: Locals): void {
  if (node.repeat?.kind === 'while' && node.repeat.condition !== undefined) {
    check(node.id, node.repeat.condition, ['bool'], { ...around, ...localsOfTurn })
  }
  const many = loopOf(node)
  if (many === undefined) return
  const { over, until } = many
  check(node.id, over.value, over.kind === 'each' ? ['list<string>'] : ['int', 'double'], around)
  if (until !== undefined) check(node.id, until, ['bool'], { ...around, ...localsOfCompletion })
}

function checkTypes(
  process: CompiledProcess,
  variables: readonly VariableDeclaration[],
  report: Report,
): void {
  const check: Check = (element, expression, expected, locals = {}) => {
    const fault = checkExpression(expression, variables, expected, locals)
    if (fault === undefined) return
    report(element, 'expression_type', `"${expression.text}": ${fault}`)
  }
  for (const { element, condition, at } of conditionsIn(process)) {
    const around = at === undefined ? {} : localsWithin(process, at, variables)
    const own = at === undefined ? {} : localsOfWaysOut(at)
    check(element, condition, ['bool'], { ...around, ...own })
  }
  for (const node of process.nodes.values()) {
    const around = localsWithin(process, node, variables)
    const locals = { ...around, ...localsOfRepeat(node) }
    if (node.kind === 'auto') {
      node.rules.forEach(({ when }) => check(node.id, when, ['bool'], locals))
    }
    for (const delay of delaysOf(node)) {
      if (typeof delay.value !== 'string') check(node.id, delay.value, ['string'], locals)
    }
    checkRepetition(node, check, around)
    if (node.kind === 'subProcess' && node.adHoc?.until !== undefined) {
      check(node.id, node.adHoc.until, ['bool'], locals)
    }
    for (const [activation, counted] of activationOf(node)) {
      check(node.id, activation, ['bool'], { ...around, ...counted })
    }
    if (node.kind !== 'userTask' && node.kind !== 'copy') continue
    const escalation = node.kind === 'userTask' ? (node.timing.escalate?.candidates ?? []) : []
    for (const rule of [...node.candidates, ...escalation]) {
      checkCandidate(node, rule, { variables, locals }, report)
      if (rule.kind === 'expression') check(node.id, rule.value, ['string', 'list<string>'], locals)
    }
    const fields = node.kind === 'userTask' ? node.fields.keys() : []
    for (const name of fields) {
      if (variables.some((variable) => variable.name === name)) continue
      report(
        node.id,
        'variable_unknown',
        `the business type declares no variable ${name}: ${declare(variables)}`,
      )
    }
  }
}

const declare = (variables: readonly VariableDeclaration[]): string =>
  `declare it, or take one of ${variables.map(({ name }) => name).join(', ') || 'those to come'}`

function delaysOf(node: Node): readonly Delay[] {
  if (node.kind === 'timer') return [node.delay]
  const triggers = triggersOf(node)
  if (triggers.length > 0) return triggers.flatMap((one) => (one.on === 'time' ? [one.delay] : []))
  if (node.kind !== 'userTask') return []
  const { due, remind, escalate, timeout } = node.timing
  return [due, remind?.delay, escalate?.delay, timeout?.delay].filter((one) => one !== undefined)
}

function checkCandidate(
  node: Node,
  rule: CandidateRule,
  {
    variables,
    locals,
  }: { readonly variables: readonly VariableDeclaration[]; readonly locals: Locals },
  report: Report,
): void {
  if (rule.kind !== 'variable' || locals[rule.name] === 'string') return
  const declared = variables.find(({ name }) => name === rule.name)
  if (declared === undefined) {
    report(
      node.id,
      'variable_unknown',
      `the business type declares no variable ${rule.name}: ${declare(variables)}`,
    )
  } else if (declared.type !== 'user' && declared.type !== 'users') {
    const message = `${rule.name} is a ${declared.type}, people come from a user or users variable`
    report(node.id, 'variable_type', message)
  }
}
