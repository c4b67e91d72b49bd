// What an element says, as a step of a tree. Whether that is all it says is looked at by who reads the tree.
import type { TreeCandidate, TreeImported, TreeMany, TreeStep } from '@countersign/contracts'
import { extension } from '../xml/extension.ts'
import { elementOf, elementsOf, extensionsOf, textOf, type ModdleElement } from '../xml/xml.ts'

type Said = Record<string, unknown>

const numeric: ReadonlySet<string> = new Set([
  'level',
  'weight',
  'atLeast',
  'threshold',
  'rejectThreshold',
  'times',
])

/** Attributes of an extension element, without those that are not there. */
function attributesOf(element: ModdleElement | undefined, names: readonly string[]): Said {
  if (element === undefined) return {}
  const written = names.flatMap((name) => {
    const value = element[name]
    if (typeof value !== 'string') return []
    return [[name, numeric.has(name) ? Number(value) : value] as const]
  })
  return Object.fromEntries(written)
}

const group = (name: string, said: Said): Said =>
  Object.keys(said).length === 0 ? {} : { [name]: said }
const list = (name: string, found: readonly unknown[]): Said =>
  found.length === 0 ? {} : { [name]: found }
const words = (element: ModdleElement | undefined, name: string): readonly string[] =>
  element === undefined
    ? []
    : textOf(element, name)
        .split(/[\s,]+/)
        .filter(Boolean)

const line = ['from', 'to'] as const
const candidateNames = ['kind', 'ref', 'level', 'direction', 'name', 'value', 'weight', 'atLeast']

function candidatesOf(holder: ModdleElement | undefined): readonly TreeCandidate[] {
  const found = holder === undefined ? [] : elementsOf(holder, 'candidate')
  return found.map((one) => ({
    ...(attributesOf(one, candidateNames) as unknown as TreeCandidate),
    ...Object.fromEntries(
      line.flatMap((name) => (typeof one[name] === 'string' ? [[name, Number(one[name])]] : [])),
    ),
  }))
}

const timeNames = ['in', 'at', 'calendar']

function approvalOf(task: ModdleElement): Said {
  const part = (name: string) => extension(task, name)
  const policy = part('Policy')
  const fields = part('Fields')
  const escalate = part('Escalate')
  const comment = ['approve', 'reject', 'return', 'transfer', 'delegate', 'addSign']
  return {
    type: 'approve',
    candidates: candidatesOf(part('Candidates')),
    ...attributesOf(part('Decision'), [
      'mode',
      'threshold',
      'reject',
      'rejectThreshold',
      'onReject',
    ]),
    ...attributesOf(policy, ['onEmpty', 'onInitiator', 'duplicates']),
    ...list('emptyUsers', words(policy, 'users')),
    ...group('return', attributesOf(part('Return'), ['to', 'resubmit'])),
    ...group('comment', attributesOf(part('Comment'), comment)),
    ...group('change', attributesOf(part('Change'), ['open', 'decided'])),
    ...list('forbid', words(part('Actions'), 'forbid')),
    ...list(
      'fields',
      fields === undefined
        ? []
        : elementsOf(fields, 'field').map((one) => attributesOf(one, ['name', 'access'])),
    ),
    ...group('due', attributesOf(part('Due'), [...timeNames, 'decision'])),
    ...group('remind', attributesOf(part('Remind'), [...timeNames, 'times'])),
    ...(escalate === undefined
      ? {}
      : { escalate: { ...attributesOf(escalate, timeNames), candidates: candidatesOf(escalate) } }),
    ...group('timeout', attributesOf(part('Timeout'), [...timeNames, 'result'])),
  }
}

function serviceOf(task: ModdleElement): Said | undefined {
  const auto = extension(task, 'Auto')
  if (auto !== undefined) {
    const rules = elementsOf(auto, 'rule').map((one) => attributesOf(one, ['when', 'result']))
    return { type: 'auto', ...list('rules', rules), ...attributesOf(auto, ['otherwise']) }
  }
  const callback = extension(task, 'Callback')
  if (callback !== undefined) return { type: 'callback', request: textOf(callback, 'name') }
  if (extension(task, 'Copy') === undefined) return undefined
  return { type: 'cc', candidates: candidatesOf(extension(task, 'Candidates')) }
}

function callOf(activity: ModdleElement): Said {
  const rules = extension(activity, 'Call')
  const loop = elementOf(activity, 'loopCharacteristics')
  const mappings = (way: 'in' | 'out') =>
    list(
      way,
      rules === undefined
        ? []
        : elementsOf(rules, way).map((one) => attributesOf(one, ['source', 'target'])),
    )
  const { inheritVariables, ...said } = attributesOf(rules, ['inheritVariables', 'onReject'])
  return {
    type: 'call',
    key: textOf(activity, 'calledElement'),
    ...(inheritVariables === undefined ? {} : { inheritVariables: inheritVariables === 'true' }),
    ...said,
    ...mappings('in'),
    ...mappings('out'),
    ...(loop === undefined ? {} : { many: manyOf(loop) }),
  }
}

function manyOf(loop: ModdleElement): TreeMany {
  const { value: each, as } = attributesOf(extension(loop, 'Each'), ['value', 'as'])
  const [times, until] = ['loopCardinality', 'completionCondition'].map((name) =>
    bodyOf(loop, name),
  )
  return {
    ...(typeof each === 'string' ? { each } : {}),
    ...(typeof as === 'string' ? { as } : {}),
    ...(times === undefined ? {} : { times }),
    ...(loop['isSequential'] === true ? { sequential: true } : {}),
    ...(until === undefined ? {} : { until }),
  }
}

/** What an expression within an element says. */
export function bodyOf(element: ModdleElement, name: string): string | undefined {
  const expression = elementOf(element, name)
  return expression === undefined ? undefined : textOf(expression, 'body')
}

function waitOf(event: ModdleElement): Said | undefined {
  const [timer] = elementsOf(event, 'eventDefinitions')
  if (timer?.$type !== 'bpmn:TimerEventDefinition') return undefined
  const [duration, at] = ['timeDuration', 'timeDate'].map((name) => bodyOf(timer, name))
  return {
    type: 'wait',
    ...(duration === undefined ? {} : { in: duration }),
    ...(at === undefined ? {} : { at }),
    ...attributesOf(extension(event, 'Timing'), ['calendar']),
  }
}

function endOf(event: ModdleElement): Said {
  const { value: result } = attributesOf(extension(event, 'Result'), ['value'])
  const all = elementsOf(event, 'eventDefinitions').length > 0
  return { type: 'end', ...(result === undefined ? {} : { result }), ...(all ? { all } : {}) }
}

function saidOf(element: ModdleElement): Said | undefined {
  switch (element.$type) {
    case 'bpmn:UserTask':
      return approvalOf(element)
    case 'bpmn:ServiceTask':
      return serviceOf(element)
    case 'bpmn:BusinessRuleTask': {
      const table = extension(element, 'DecisionTable')
      return { type: 'decision', table: table === undefined ? '' : textOf(table, 'ref') }
    }
    case 'bpmn:CallActivity':
      return callOf(element)
    case 'bpmn:IntermediateCatchEvent':
      return waitOf(element)
    case 'bpmn:ReceiveTask': {
      const message = elementOf(element, 'messageRef')
      return { type: 'wait', message: message === undefined ? '' : textOf(message, 'name') }
    }
    case 'bpmn:EndEvent':
      return endOf(element)
    default:
      return undefined
  }
}

/** What became of what another tool said of an element. */
export function importedOf(element: ModdleElement): Said {
  const notes = extensionsOf(element)
    .filter(({ $type }) => $type === 'approval:Imported')
    .map((one) => attributesOf(one, ['name', 'value', 'outcome', 'wins']) as never as TreeImported)
  return list('imported', notes)
}

/** Its id and name; what has to have a name is called by its id, as everywhere. */
export function namedOf(element: ModdleElement, needsName: boolean): Said {
  const id = textOf(element, 'id')
  const name = textOf(element, 'name') || (needsName ? id : '')
  return { id, ...(name === '' ? {} : { name }), ...importedOf(element) }
}

/** The step that an element is, as far as it can be one; undefined for another element. */
export function readStep(element: ModdleElement): TreeStep | undefined {
  const said = saidOf(element)
  if (said === undefined) return undefined
  // Whoever saves the tree has it checked by the schema of the interface.
  return { ...namedOf(element, said['type'] !== 'end'), ...said } as unknown as TreeStep
}
