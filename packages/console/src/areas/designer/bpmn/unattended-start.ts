import {
  attributesOf,
  extensionsOf,
  listOf,
  textOf,
  texts,
  withExtensions,
  type Create,
  type ModdleElement,
} from './moddle.ts'

export const MISSED = ['once', 'each'] as const

/** What a start event with a time or a signal says of the approvals that it starts. */
export interface UnattendedStart {
  readonly initiator?: string
  readonly bizId?: string
  readonly title?: string
  readonly missed?: (typeof MISSED)[number]
  /** Expressions by the names of variables. */
  readonly values: Readonly<Record<string, string>>
  /** What is due outside of working time comes when work begins next. */
  readonly working: boolean
}

const members = ['initiator', 'bizId', 'title', 'missed'] as const

const kinds: Readonly<Record<string, 'time' | 'signal'>> = {
  'bpmn:TimerEventDefinition': 'time',
  'bpmn:SignalEventDefinition': 'signal',
}

/** By what an element starts approvals where nobody is there: those within sub-processes begin nothing. */
export function startedBy(element: ModdleElement): 'time' | 'signal' | undefined {
  const [definition] = listOf(element.get('eventDefinitions'))
  const isStart = element.$type === 'bpmn:StartEvent' && element.$parent?.$type === 'bpmn:Process'
  return isStart ? kinds[definition?.$type ?? ''] : undefined
}

export function readUnattendedStart(event: ModdleElement): UnattendedStart {
  const parts = extensionsOf(event)
  const start = parts.find(({ $type }) => $type === 'approval:Start')
  const timing = parts.find(({ $type }) => $type === 'approval:Timing')
  const values = listOf(start?.get('value')).map((one) => [
    textOf(one, 'name'),
    textOf(one, 'value'),
  ])
  return {
    ...(attributesOf(start, members, []) as Partial<UnattendedStart>),
    values: Object.fromEntries(values) as Record<string, string>,
    // Working time is the rule where the element stands at all.
    working: timing !== undefined && textOf(timing, 'calendar') !== 'continuous',
  }
}

/** The extension elements of the event with what is said now; those of other types stay. */
export function writeUnattendedStart(
  event: ModdleElement,
  { values, working, ...said }: UnattendedStart,
  create: Create,
): ModdleElement | undefined {
  const attributes = Object.entries(said).filter(([, text]) => text !== undefined && text !== '')
  const value = Object.entries(values)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => create('approval:Value', { name, value: text }))
  const isSaid = attributes.length > 0 || value.length > 0
  return withExtensions(
    event,
    ['approval:Start', 'approval:Timing'],
    [
      ...(isSaid
        ? [create('approval:Start', { ...texts(Object.fromEntries(attributes)), value })]
        : []),
      ...(working ? [create('approval:Timing', { calendar: 'working' })] : []),
    ],
    create,
  )
}
