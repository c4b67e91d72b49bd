import {
  extensionsOf,
  listOf,
  textOf,
  withExtensions,
  type Create,
  type ModdleElement,
} from './moddle.ts'

/** Where it stands by what one message, signal, error or escalation is told from others. */
const naming = {
  message: { type: 'bpmn:Message', ref: 'messageRef', by: 'name' },
  signal: { type: 'bpmn:Signal', ref: 'signalRef', by: 'name' },
  error: { type: 'bpmn:Error', ref: 'errorRef', by: 'errorCode' },
  escalation: { type: 'bpmn:Escalation', ref: 'escalationRef', by: 'escalationCode' },
} as const

export type Named = keyof typeof naming

/** What stands in the definition of the event itself: the name of a link, or a condition. */
export type Written = 'link' | 'condition'

export const TIMES = ['timeDuration', 'timeDate', 'timeCycle'] as const

export interface NamedEvent {
  readonly on: Named | Written
  /** What refers to it: the definition of an event, or a receive task itself. */
  readonly holder: ModdleElement
  /** Its name, or the condition; empty where nothing is named. */
  readonly name: string
}

export interface TimeEvent {
  readonly on: 'time'
  readonly holder: ModdleElement
  readonly kind: (typeof TIMES)[number] | undefined
  readonly text: string
}

/** Where a signal goes that does not stay in its approval, as it is written. */
const SCOPE = 'approval:scope'
export const SCOPES_OF_SIGNALS = ['approval', 'tenant'] as const
type Scope = (typeof SCOPES_OF_SIGNALS)[number]

/** The signal that an event names, with how far it goes; undefined of other events, and where none is named yet. */
export function readSignal({
  on,
  holder,
}: NamedEvent): { readonly signal: ModdleElement; readonly scope: Scope | undefined } | undefined {
  if (on !== 'signal') return undefined
  const signal = holder.get(naming.signal.ref) as ModdleElement | undefined
  if (signal === undefined) return undefined
  const scope = SCOPES_OF_SIGNALS.find((one) => one === textOf(signal, SCOPE))
  return { signal, scope }
}

/** Of the signal itself: of all events that name it. */
export const writeScope = (scope: Scope | undefined): object => ({
  [SCOPE]: scope === 'tenant' ? scope : undefined,
})

const definitions: Readonly<Record<string, Named>> = {
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:ReceiveTask': 'message',
}

/** What an element waits for or tells, one by one; nothing for one that is about neither. */
export function readEvents(element: ModdleElement): readonly (NamedEvent | TimeEvent)[] {
  const isTask = element.$type === 'bpmn:ReceiveTask'
  const holders = isTask ? [element] : listOf(element.get('eventDefinitions'))
  return holders.flatMap((holder) => readEvent(holder) ?? [])
}

/** Whether an element tells, and does not wait. */
export const isThrown = ({ $type }: ModdleElement): boolean =>
  /^bpmn:(?:IntermediateThrowEvent|EndEvent)$/.test($type)

/** Of an element that waits for several whether it waits for all; undefined where that says nothing. */
export function waitsForAll(element: ModdleElement): boolean | undefined {
  if (isThrown(element) || listOf(element.get('eventDefinitions')).length < 2) return undefined
  return element.get('parallelMultiple') === true
}

function readEvent(holder: ModdleElement): NamedEvent | TimeEvent | undefined {
  if (holder.$type === 'bpmn:TimerEventDefinition') return readTime(holder)
  if (holder.$type === 'bpmn:LinkEventDefinition') {
    return { on: 'link', holder, name: textOf(holder, 'name') }
  }
  if (holder.$type === 'bpmn:ConditionalEventDefinition') {
    const condition = holder.get('condition') as ModdleElement | undefined
    return { on: 'condition', holder, name: textOf(condition, 'body') }
  }
  const on = definitions[holder.$type]
  if (on === undefined) return undefined
  const { ref, by } = naming[on]
  const meant = holder.get(ref) as ModdleElement | undefined
  return { on, holder, name: textOf(meant, by) || textOf(meant, 'id') }
}

function readTime(holder: ModdleElement): TimeEvent {
  const kind = TIMES.find((one) => holder.get(one) !== undefined)
  const time = kind === undefined ? undefined : (holder.get(kind) as ModdleElement)
  return { on: 'time', holder, kind, text: textOf(time, 'body') }
}

/** The one of this name in the document, or a new one; none for no name. */
export function writeName({ on, holder }: NamedEvent, name: string, create: Create): object {
  if (on === 'link') return { name: name === '' ? undefined : name }
  if (on === 'condition')
    return { condition: name === '' ? undefined : expressionOf(holder, name, create) }
  const { type, ref, by } = naming[on]
  if (name === '') return { [ref]: undefined }
  const document = documentOf(holder)
  const roots = listOf(document?.get('rootElements'))
  const known = roots.find((root) => root.$type === type && textOf(root, by) === name)
  if (known !== undefined) return { [ref]: known }
  const { scope } = readSignal({ on, holder, name }) ?? {}
  // Nothing refers to it before the holder does, and nothing after that was undone: it may stay.
  const made = create(type, {
    name,
    ...(by === 'name' ? {} : { [by]: name }),
    ...(scope === 'tenant' ? writeScope(scope) : {}),
  })
  if (document !== undefined) {
    made.$parent = document
    document.set('rootElements', [...roots, made])
  }
  return { [ref]: made }
}

export function writeTime(
  { holder }: TimeEvent,
  kind: TimeEvent['kind'],
  text: string,
  create: Create,
): object {
  const time = kind === undefined ? undefined : expressionOf(holder, text, create)
  const none = Object.fromEntries(TIMES.map((one) => [one, undefined]))
  return kind === undefined ? none : { ...none, [kind]: time }
}

/** How a time of an event is counted: day and night, unless it says otherwise. */
export const readCalendar = (event: ModdleElement): 'working' | undefined => {
  const timing = extensionsOf(event).find(({ $type }) => $type === 'approval:Timing')
  // Working time is the rule where the element stands at all.
  return timing === undefined || textOf(timing, 'calendar') === 'continuous' ? undefined : 'working'
}

export const writeCalendar = (event: ModdleElement, calendar: string | undefined, create: Create) =>
  withExtensions(
    event,
    ['approval:Timing'],
    calendar === 'working' ? [create('approval:Timing', { calendar })] : [],
    create,
  )

function expressionOf(holder: ModdleElement, body: string, create: Create) {
  const expression = create('bpmn:FormalExpression', { body })
  expression.$parent = holder
  return expression
}

function documentOf(element: ModdleElement): ModdleElement | undefined {
  if (element.$type === 'bpmn:Definitions') return element
  return element.$parent === undefined ? undefined : documentOf(element.$parent)
}
