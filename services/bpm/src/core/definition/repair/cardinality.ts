import { unwrap } from '../expression.ts'
import type { DefinitionProblem } from '../problem.ts'
import { engineNamespaces } from '../foreign/foreign.ts'
import { addExtension, escape, removeElement, type Edit } from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  childrenOf,
  elementWithId,
  OWN,
  textIn,
  valueOf,
  within,
  type Source,
  type SourceElement,
} from './source.ts'

interface Counted {
  readonly task: SourceElement
  readonly loop: SourceElement
  readonly isSequential: boolean
  /** How many instances; undefined where a value gives the number, or a collection. */
  readonly instances: number | undefined
  readonly condition: string | undefined
}

function countedOf(source: Source, element: string): Counted | undefined {
  const task = elementWithId(source, element)
  const [loop] = task === undefined ? [] : childrenOf(task, 'multiInstanceLoopCharacteristics')
  if (task?.local !== 'userTask' || loop === undefined) return undefined
  const said = (name: string) => {
    const [one] = childrenOf(loop, name)
    return one === undefined ? undefined : unwrap(textIn(source, one)).replaceAll(/\s+/g, '')
  }
  const cardinality = said('loopCardinality')
  const instances = /^[1-9]\d{0,3}$/.test(cardinality ?? '') ? Number(cardinality) : undefined
  const isSequential = valueOf(loop, 'isSequential') === 'true'
  return { task, loop, isSequential, instances, condition: said('completionCondition') }
}

/** How many of the instances have to be completed; undefined where that is not plain. */
function neededOf({ instances, condition }: Counted): number | undefined {
  if (instances === undefined) return undefined
  if (condition === undefined) return instances
  const [, count] = /^nrOfCompletedInstances(?:>=|==)(\d+)$/.exec(condition) ?? []
  if (count !== undefined) return Number(count)
  const [, more, share] =
    /^nrOfCompletedInstances\/nrOfInstances(>=|>)(\d*\.?\d+)$/.exec(condition) ?? []
  if (share === undefined) return undefined
  const part = Number(share) * instances
  // 0.6 of 5 is 3, whatever the last digit of the product says.
  return more === '>' ? Math.floor(part + 1e-9) + 1 : Math.ceil(part - 1e-9)
}

/** A number of instances is said by the decision of the house: how many of those named have to approve. */
export function planCardinality(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const counted = countedOf(source, element)
  if (counted === undefined) return []
  const { task, instances, isSequential } = counted
  const needed = neededOf(counted)
  const isSaid =
    needed !== undefined && needed > 0 && (instances === undefined || needed <= instances)
  // One person decides once: several votes of theirs are not worth more.
  const isOnePerson = whoOf(task) === 'one'
  const decide = (choice: string, rest: { attributes: string; does: string; isSafe?: boolean }) => {
    const edits = replaceLoop(source, counted, rest.attributes)
    const values = { mode: choice, needed: String(needed ?? '') }
    const { does, isSafe = false } = rest
    return toRepair({ kind: 'decide_by', element, choice, does, values, isSafe, edits })
  }
  if (isOnePerson) return [decide('single', { attributes: '', does: 'ask once: it is one person' })]
  if (isSequential) {
    const does = 'ask one after the other, and all of them'
    return [decide('sequential', { attributes: 'mode="sequential"', does })]
  }
  const all = decide('all', {
    attributes: 'mode="all"',
    does: 'ask all of them: each has to approve',
  })
  if (!isSaid) return [all]
  const does = `ask all of them: ${needed} have to approve`
  const attributes = `mode="count" threshold="${needed}"`
  return [decide('count', { attributes, does, isSafe: whoOf(task) === 'many' }), all]
}

function replaceLoop(source: Source, { task, loop }: Counted, decision: string): readonly Edit[] {
  const collection = loop.attributes.find(
    ({ prefix, local }) =>
      local === 'collection' && engineNamespaces.has(task.scope.get(prefix) ?? ''),
  )
  const list = collection === undefined ? '' : unwrap(collection.value)
  const isNamed = within(task).some(({ uri, local }) => uri === OWN && local === 'candidates')
  const isList = /^[A-Za-z_]\w*$/.test(list) && !isNamed
  if (decision === '' && !isList) return [removeElement(source, loop)]
  const said = (prefix: string) => [
    ...(isList
      ? [
          `<${prefix}candidates><${prefix}candidate kind="variable" name="${list}"/></${prefix}candidates>`,
        ]
      : []),
    ...(decision === '' ? [] : [`<${prefix}decision ${decision}/>`]),
  ]
  const first = isList ? 'candidates' : 'decision'
  return [
    removeElement(source, loop),
    addExtension(source, task, first, (prefix) => said(prefix).join('')),
  ]
}

/** Whether the task names one person, several people or a group, or nobody. */
function whoOf(task: SourceElement): 'one' | 'many' | 'nobody' {
  const candidates = within(task).filter(({ uri, local }) => uri === OWN && local === 'candidate')
  const named = task.attributes.filter(
    ({ prefix, local }) =>
      engineNamespaces.has(task.scope.get(prefix) ?? '') &&
      /^(?:assignee|candidate(?:Users|Groups))$/.test(local),
  )
  if (candidates.length > 0) {
    return candidates.length === 1 &&
      /^(?:user|initiator)$/.test(valueOf(candidates[0] ?? task, 'kind'))
      ? 'one'
      : 'many'
  }
  const [first] = named
  if (first === undefined) return 'nobody'
  const isOne =
    named.length === 1 && first.local !== 'candidateGroups' && !first.value.includes(',')
  return isOne ? 'one' : 'many'
}

/** A completion condition in another form than the ones that are read. */
export function planCompletion(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const counted = countedOf(source, element)
  const { loop, condition } = counted ?? {}
  const [written] = loop === undefined ? [] : childrenOf(loop, 'completionCondition')
  if (counted === undefined || condition === undefined || written === undefined) return []
  return writeAnew(condition, counted.isSequential).map(({ choice, text, does, isSafe }) => {
    const { openTo: from, closeFrom: to } = written
    const edits = [
      text === undefined ? removeElement(source, written) : { from, to, text: escape(text) },
    ]
    const values = { mode: choice }
    return toRepair({ kind: 'replace_condition', element, choice, values, does, isSafe, edits })
  })
}

interface Anew {
  readonly choice: 'all' | 'any' | 'ratio' | 'count'
  /** Without one the condition goes. */
  readonly text?: string
  readonly does: string
  readonly isSafe: boolean
}

const meansAll =
  /^(?:nrOfCompletedInstances(?:==|>=)nrOfInstances|nrOfActiveInstances(?:==|<=)0|nrOfCompletedInstances\/nrOfInstances(?:==|>=)1(?:\.0*)?)$/

/** The same in a form that is read; what the author may choose where there is none. */
function writeAnew(condition: string, isSequential: boolean): readonly Anew[] {
  if (meansAll.test(condition)) {
    return [{ choice: 'all', does: 'remove the condition: it means all of them', isSafe: true }]
  }
  const all = {
    choice: 'all',
    does: 'remove the condition: all of them decide',
    isSafe: false,
  } as const
  if (isSequential) return [all]
  const [, share] = /^nrOfCompletedInstances\/nrOfInstances>(0?\.\d{1,4}|0)$/.exec(condition) ?? []
  if (share !== undefined) {
    // Above a share is at least a little more of it, for any number of people that can be asked.
    const text = `\${nrOfCompletedInstances/nrOfInstances >= ${(Number(share) + 0.000_01).toFixed(5)}}`
    const does = `write "more than ${share}" as a share that is read`
    return [{ choice: 'ratio', text, does, isSafe: true }]
  }
  const [, above] = /^nrOfCompletedInstances>(\d{1,3})$/.exec(condition) ?? []
  if (above !== undefined) {
    const count = Number(above) + 1
    const text = `\${nrOfCompletedInstances >= ${count}}`
    return [{ choice: 'count', text, does: `write it as ${count} people`, isSafe: true }]
  }
  const text = '${nrOfCompletedInstances >= 1}'
  return [all, { choice: 'any', text, does: 'the first who decides is enough', isSafe: false }]
}
