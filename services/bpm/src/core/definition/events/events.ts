import type { Base, DraftNode, Reader } from '../drafts.ts'
import { readExpression, refuseLanguage } from '../xml/attributes.ts'
import { calledTaskOf } from '../elements/called-tasks.ts'
import { codeOf, messageOf, signalOf } from './event-names.ts'
import { readRequest, readSend } from '../elements/sends.ts'
import { unwrap } from '../expression.ts'
import { extension } from '../xml/extension.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import type { Beginning, EndNode, Single, Throwing, Trigger } from '../graph.ts'
import { isLink, readLink } from './link-events.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { readResult } from '../elements/rules.ts'
import { readTimerEvent, type Cycles } from './timing.ts'
import { singlesOf } from './triggers.ts'
import { meantBy } from './undoing.ts'
import { elementOf, elementsOf, localName, textOf, type ModdleElement } from '../xml/xml.ts'

export function readCatch(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  refuseForeignOfEvents(element, base.id, reader)
  const definition = onlyDefinition(element)
  if (definition !== undefined && isLink(definition))
    return readLink(definition, base, reader, false)
  const trigger = readTrigger(element, base.id, reader, {
    allowed: ['message', 'signal', 'condition'],
    // Other engines lead on once here: what comes from there is not to lead on more often unnoticed.
    cycles: reader.foreign.prefixes.size === 0 ? 'each' : 'once',
  })
  switch (trigger?.on) {
    case 'time':
      return { ...base, kind: 'timer', delay: trigger.delay }
    case 'message':
    case 'signal':
    case 'condition':
    case 'several':
      return { ...base, kind: 'receive', hears: trigger }
    default:
      return undefined
  }
}

export function readBoundary(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  // An error and a cancellation end what they are thrown in, whatever is drawn.
  const ends = definitionsOf(element).some(
    ({ $type }) => $type === definitions.error || $type === definitions.cancel,
  )
  const interrupting = ends || element['cancelActivity'] !== false
  refuseForeignOfEvents(element, base.id, reader)
  const trigger = readTrigger(element, base.id, reader, {
    allowed: ['message', 'signal', 'condition', 'error', 'escalation', 'cancel'],
    cycles: interrupting ? undefined : 'repeat',
  })
  const host = elementOf(element, 'attachedToRef')
  if (trigger === undefined || host === undefined) return undefined
  if (singlesOf(trigger).some(({ on }) => on === 'cancel') && host.$type !== 'bpmn:Transaction') {
    const message = 'only a transaction is cancelled: make the activity one'
    reader.report(base.id, 'cancel_misplaced', message)
    return undefined
  }
  const misplaced = singlesOf(trigger).find((one) => isThrown(one) && !throwsHere(host, one))
  if (misplaced !== undefined) {
    const cure =
      'it is caught on a sub-process or a call, where it is thrown: lead a flow on a condition instead'
    const message = `${localName(element)} with ${misplaced.on}EventDefinition is not supported here: ${cure}`
    reader.report(base.id, 'element_unsupported', message)
    return undefined
  }
  return { ...base, kind: 'boundary', attachedTo: textOf(host, 'id'), interrupting, trigger }
}

/**
 * In a sub-process or a called process by its events; what the application is asked for it may answer with an error, and a
 * rejection may be one.
 */
const throwsHere = (host: ModdleElement, { on }: Single): boolean =>
  calledTaskOf(host) === undefined &&
  (/^bpmn:(?:SubProcess|AdHocSubProcess|Transaction|CallActivity)$/.test(host.$type) ||
    (on === 'error' && /^bpmn:(?:User|Service|Send|Receive)Task$/.test(host.$type)))

const isThrown = ({ on }: Single): boolean => on === 'error' || on === 'escalation'

/** What begins an event sub-process: the one start event that is in it; undefined, and reported, for any other. */
export function readBeginning(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): Beginning | undefined {
  const starts = elementsOf(element, 'flowElements').filter(
    ({ $type }) => $type === 'bpmn:StartEvent',
  )
  const [start] = starts
  if (start === undefined || starts.length > 1) {
    const message = `an event sub-process has exactly one start event, not ${starts.length}`
    reader.report(base.id, 'start_count', message)
    return undefined
  }
  const id = textOf(start, 'id')
  const isError = definitionsOf(start).some(({ $type }) => $type === definitions.error)
  const interrupting = isError || start['isInterrupting'] !== false
  refuseForeignOfEvents(start, id, reader)
  const trigger = readTrigger(start, id, reader, {
    allowed: ['message', 'signal', 'condition', 'error', 'escalation'],
    cycles: interrupting ? undefined : 'repeat',
  })
  return trigger === undefined ? undefined : { trigger, interrupting }
}

/** A none event passes, one of escalation tells what is around it, a signal all that waits for it, a message the application. */
export function readThrow(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  refuseForeignOfEvents(element, base.id, reader)
  const count = definitionsOf(element).length
  if (count === 0) return { ...base, kind: 'pass' }
  const definition = onlyDefinition(element)
  if (definition !== undefined && isLink(definition))
    return readLink(definition, base, reader, true)
  if (definition?.$type === definitions.compensate) {
    return { ...base, kind: 'undo', activity: meantBy(definition) }
  }
  if (definition?.$type === definitions.message) {
    return readSend(element, base, reader, messageOf(definition))
  }
  const throws = readThrowings(element, base.id, reader)
  if (throws.length === count) return { ...base, kind: 'throw', throws }
  refuseEventDefinitions(element, base.id, Object.keys(thrown), reader)
  return undefined
}

const thrown: Readonly<Record<string, Throwing['thrown']>> = {
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:CompensateEventDefinition': 'undo',
  'bpmn:MessageEventDefinition': 'message',
}

/** The events of an element that are thrown on the way, in the order of the document. */
const readThrowings = (element: ModdleElement, id: string, reader: Reader): readonly Throwing[] =>
  definitionsOf(element).flatMap((one) => readThrowing(element, one, id, reader) ?? [])

/** One of them; undefined for any that is none, and, reported, for a message without a name. */
function readThrowing(
  element: ModdleElement,
  definition: ModdleElement,
  id: string,
  reader: Reader,
): Throwing | undefined {
  const what = thrown[definition.$type]
  if (what === undefined) return undefined
  if (what === 'message') {
    const code = readRequest(element, id, reader, messageOf(definition))
    return code === undefined ? undefined : { thrown: what, code }
  }
  if (what === 'signal') {
    const { signal: code, ...reach } = signalOf(definition, id, reader)
    return { thrown: what, code, ...reach }
  }
  const code = what === 'undo' ? meantBy(definition) : (codeOf(definition) ?? '')
  return { thrown: what, code }
}

const definitions = {
  message: 'bpmn:MessageEventDefinition',
  signal: 'bpmn:SignalEventDefinition',
  condition: 'bpmn:ConditionalEventDefinition',
  error: 'bpmn:ErrorEventDefinition',
  escalation: 'bpmn:EscalationEventDefinition',
  cancel: 'bpmn:CancelEventDefinition',
  compensate: 'bpmn:CompensateEventDefinition',
} as const

type Caught = 'message' | 'signal' | 'condition' | 'error' | 'escalation' | 'cancel'

const definitionsOf = (element: ModdleElement): readonly ModdleElement[] => [
  ...elementsOf(element, 'eventDefinitions'),
  ...elementsOf(element, 'eventDefinitionRef'),
]

export function onlyDefinition(element: ModdleElement): ModdleElement | undefined {
  const [only, another] = definitionsOf(element)
  return another === undefined ? only : undefined
}

interface Allowed {
  readonly allowed: readonly Caught[]
  readonly cycles?: Cycles | undefined
}

/** What an event waits for: its definition, or any or all of several. */
function readTrigger(
  element: ModdleElement,
  id: string,
  reader: Reader,
  given: Allowed,
): Trigger | undefined {
  const written = definitionsOf(element)
  const [only] = written
  if (written.length < 2) return readSingle(element, only, { id, reader, given })
  const beside: Allowed = given.cycles === 'each' ? { ...given, cycles: 'once' } : given
  const of = written.flatMap((one) => readSingle(element, one, { id, reader, given: beside }) ?? [])
  const all = element['parallelMultiple'] === true
  // What is missing has been reported.
  if (of.length < written.length || !fitTogether(of, all, { id, reader })) return undefined
  return { on: 'several', all, of }
}

interface At {
  readonly id: string
  readonly reader: Reader
}

/** Whether several events of one element can be told apart, and all come if all are waited for. */
function fitTogether(of: readonly Single[], all: boolean, { id, reader }: At): boolean {
  const refuse = (message: string) => {
    reader.report(id, 'element_unsupported', message)
    return false
  }
  const count = (on: Single['on']) => of.filter((one) => one.on === on).length
  if (count('time') > 1) {
    return refuse('an event with two times is not supported: take an event of its own for each')
  }
  if (count('condition') > 1) {
    const cure = `take one, joined by ${all ? '&&' : '||'}`
    return refuse(`an event with two conditions is not supported: ${cure}`)
  }
  const isEnd = of.some((one) => isThrown(one) || one.on === 'cancel')
  if (!all || !isEnd) return true
  return refuse(
    'parallelMultiple with an error, an escalation or a cancellation is not supported: whoever throws it does not wait for the other events, take an event of its own',
  )
}

/** What one definition of an event waits for; else, reported, a time is asked for. */
function readSingle(
  element: ModdleElement,
  definition: ModdleElement | undefined,
  { id, reader, given }: At & { readonly given: Allowed },
): Single | undefined {
  const { allowed, cycles } = given
  const { report } = reader
  const on = allowed.find((name) => definitions[name] === definition?.$type)
  if (definition === undefined || on === undefined) {
    const delay = readTimerEvent({ id, report }, element, definition, {
      cycles,
      others: allowed,
    })
    return delay === undefined ? undefined : { on: 'time', delay }
  }
  if (on === 'cancel') return { on }
  if (on === 'condition') return readCondition(definition, id, reader)
  if (on === 'message') return { on, message: messageOf(definition) || id }
  if (on === 'signal') {
    const { signal: message, ...reach } = signalOf(definition, id, reader)
    return { on, message, ...reach }
  }
  return { on, code: codeOf(definition) }
}

function readCondition(
  definition: ModdleElement,
  id: string,
  { report }: Reader,
): Single | undefined {
  const written = elementOf(definition, 'condition')
  const text = written === undefined ? '' : textOf(written, 'body')
  if (written === undefined || unwrap(text) === '') {
    report(id, 'condition_missing', 'nothing says what it waits for: give it a condition')
    return undefined
  }
  refuseLanguage(written, id, report)
  const condition = readExpression({ id, report }, text)
  return condition === undefined ? undefined : { on: 'condition', condition }
}

/** A calendar or an end that another engine was told of, with the event or with its time. */
export function refuseForeignOfEvents(
  element: ModdleElement,
  id: string,
  { foreign, report }: Reader,
): void {
  for (const definition of elementsOf(element, 'eventDefinitions')) {
    refuseForeign(foreign, id, definition)
    refuseMisplaced(definition, id, report)
    for (const name of ['timeDate', 'timeDuration', 'timeCycle']) {
      const time = elementOf(definition, name)
      if (time !== undefined) refuseForeign(foreign, id, time)
    }
  }
}

const eventCure = (element: ModdleElement): string =>
  element.$type === 'bpmn:StartEvent'
    ? 'take a none, a timer, a message or a signal start'
    : element.$type === 'bpmn:EndEvent'
      ? 'take a none, a terminate, an error, an escalation, a signal, a message, a compensation or a cancel end'
      : 'take messages, escalations, signals and compensations, or a link by itself'

export function refuseEventDefinitions(
  element: ModdleElement,
  id: string,
  allowed: readonly string[],
  { report }: Reader,
): void {
  const found = definitionsOf(element)
  for (const definition of found) {
    if (allowed.includes(definition.$type)) continue
    const message = `${localName(element)} with ${localName(definition)} is not supported: ${eventCure(element)}`
    report(id, 'element_unsupported', message)
  }
}

const endVariants: Readonly<Record<string, EndNode['variant']>> = {
  'bpmn:TerminateEventDefinition': 'terminate',
  [definitions.error]: 'error',
  [definitions.escalation]: 'escalation',
  [definitions.cancel]: 'cancel',
  [definitions.compensate]: 'undo',
  [definitions.signal]: 'signal',
}

export function readEnd(
  element: ModdleElement,
  id: string,
  reader: Reader,
): Pick<EndNode, 'variant' | 'result' | 'code' | 'reach' | 'before'> {
  refuseForeign(reader.foreign, id, element)
  refuseEventDefinitions(element, id, [...Object.keys(endVariants), definitions.message], reader)
  for (const definition of definitionsOf(element)) {
    refuseForeign(reader.foreign, id, definition)
    refuseMisplaced(definition, id, reader.report)
  }
  const { last, before } = endsOf(element, id, reader)
  const definition = last
  const variant = endVariants[definition?.$type ?? ''] ?? 'none'
  const carried = definition === undefined ? undefined : codeOf(definition)
  const isSignal = definition !== undefined && variant === 'signal'
  const { signal, ...reach } = isSignal ? signalOf(definition, id, reader) : { signal: undefined }
  const code = signal ?? (variant === 'undo' ? meantBy(definition) : (carried ?? ''))
  const several = before.length === 0 ? {} : { before }
  const result = extension(element, 'Result')
  if (variant === 'error') {
    refuseMisplaced(element, id, reader.report, [])
    return { ...several, variant, result: 'rejected', code }
  }
  if (result === undefined) return { ...several, variant, result: 'approved', code, ...reach }
  const read = readResult({ id, report: reader.report }, result, 'value')
  return { ...several, variant, code, ...reach, result: read }
}

/** Of several events of an end the one that ends it, which comes last, and what is thrown before: a message always is. */
function endsOf(element: ModdleElement, id: string, reader: Reader) {
  const written = definitionsOf(element)
  const [only] = written
  if (written.length < 2 && only?.$type !== definitions.message) return { last: only, before: [] }
  const before = readThrowings(element, id, reader)
  const ends = written.filter(
    ({ $type }) => thrown[$type] === undefined && endVariants[$type] !== undefined,
  )
  const [last, another] = ends
  if (another !== undefined) {
    const message =
      'it is ended by one of a termination, an error and a cancellation: keep one of them'
    reader.report(id, 'element_unsupported', message)
  }
  return { last, before }
}
