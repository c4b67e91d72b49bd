import { extensionsOf, textOf, withExtensions, type Create, type ModdleElement } from './moddle.ts'

/** Activities that BPMN can have done again. */
const repeatable: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ServiceTask',
  'bpmn:BusinessRuleTask',
  'bpmn:SendTask',
  'bpmn:ReceiveTask',
  'bpmn:Task',
  'bpmn:ManualTask',
  'bpmn:CallActivity',
  'bpmn:SubProcess',
  'bpmn:AdHocSubProcess',
  'bpmn:Transaction',
])

export const mayRepeat = (activity: ModdleElement): boolean =>
  repeatable.has(activity.$type) && activity.get('triggeredByEvent') !== true

export const REPETITIONS = ['while', 'inTurn', 'atOnce'] as const

/** How an activity is done again, as it is written. */
export interface RepetitionForm {
  readonly kind: (typeof REPETITIONS)[number]
  /** Of a loop: as long as it holds. Of many: until it does. */
  readonly condition: string
  /** Of a loop: so often at most. Of many: so often. */
  readonly times: string
  readonly before: boolean
  /** Of many: for each of it, in place of a number. */
  readonly each: string
  /** What one of the list is called. */
  readonly as: string
}

const eachOf = (loop: ModdleElement) =>
  extensionsOf(loop).find(({ $type }) => $type === 'approval:Each')

export function readRepetition(activity: ModdleElement): RepetitionForm | undefined {
  const loop = activity.get('loopCharacteristics') as ModdleElement | undefined
  if (loop === undefined) return undefined
  const bodyOf = (name: string) => textOf(loop.get(name) as ModdleElement | undefined, 'body')
  if (loop.$type === 'bpmn:StandardLoopCharacteristics') {
    const most = loop.get('loopMaximum')
    return {
      kind: 'while',
      condition: bodyOf('loopCondition'),
      times: typeof most === 'number' ? String(most) : '',
      before: loop.get('testBefore') === true,
      each: '',
      as: '',
    }
  }
  return {
    kind: loop.get('isSequential') === true ? 'inTurn' : 'atOnce',
    condition: bodyOf('completionCondition'),
    times: bodyOf('loopCardinality'),
    before: false,
    each: textOf(eachOf(loop), 'value'),
    as: textOf(eachOf(loop), 'as'),
  }
}

/** What other tools said stays as it is. */
export function writeRepetition(
  activity: ModdleElement,
  form: RepetitionForm | undefined,
  create: Create,
): ModdleElement | undefined {
  if (form === undefined) return undefined
  const expression = (body: string) =>
    body.trim() === '' ? undefined : create('bpmn:FormalExpression', { body })
  const { kind, condition, times, before, each, as } = form
  const old = activity.get('loopCharacteristics') as ModdleElement | undefined
  const loop =
    kind === 'while'
      ? create('bpmn:StandardLoopCharacteristics', {
          ...old?.$attrs,
          loopCondition: expression(condition),
          loopMaximum: /^\d+$/.test(times) ? Number(times) : undefined,
          testBefore: before ? true : undefined,
        })
      : create('bpmn:MultiInstanceLoopCharacteristics', {
          ...old?.$attrs,
          isSequential: kind === 'inTurn' ? true : undefined,
          loopCardinality: expression(times),
          completionCondition: expression(condition),
        })
  const said = { ...(each === '' ? {} : { value: each }), ...(as === '' ? {} : { as }) }
  const list =
    kind === 'while' || Object.keys(said).length === 0 ? [] : [create('approval:Each', said)]
  const kept =
    kind === 'while' ? undefined : (old?.get('extensionElements') as ModdleElement | undefined)
  loop.set('extensionElements', kept)
  loop.set('extensionElements', withExtensions(loop, ['approval:Each'], list, create))
  for (const name of ['loopCondition', 'loopCardinality', 'completionCondition']) {
    const part = loop.get(name) as ModdleElement | undefined
    if (part !== undefined) part.$parent = loop
  }
  loop.$parent = activity
  return loop
}
