// Start events that begin an approval by something: a time, a message, or a signal.
import { readExpression, readOneOf } from '../xml/attributes.ts'
import type { Base, Reader } from '../drafts.ts'
import { messageOf, signalOf } from './event-names.ts'
import { onlyDefinition, refuseEventDefinitions, refuseForeignOfEvents } from './events.ts'
import { extension } from '../xml/extension.ts'
import type { Expression, StartContent, StartedBy, VariableMapping } from '../graph.ts'
import { readStartTimes } from './timing.ts'
import { elementsOf, textOf, type ModdleElement } from '../xml/xml.ts'

const message = 'bpmn:MessageEventDefinition'
const timer = 'bpmn:TimerEventDefinition'
const signal = 'bpmn:SignalEventDefinition'

/** What the start event of a process begins by; undefined for a plain one, and, reported, for what is not known. */
export function readStartedBy(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): StartedBy | undefined {
  const { id, parent } = base
  const definition = parent === undefined ? onlyDefinition(element) : undefined
  // In a sub-process nothing starts it but the flow that leads to it.
  refuseEventDefinitions(element, id, parent === undefined ? [message, timer, signal] : [], reader)
  refuseSeveral(element, base, reader)
  refuseUnsaid(element, definition, id, reader)
  if (definition === undefined) return undefined
  refuseForeignOfEvents(element, id, reader)
  switch (definition.$type) {
    case message:
      return { on: 'message', message: messageOf(definition) || id }
    case timer: {
      // One that cannot be read has been reported: it is no plain start for all that.
      const times = readStartTimes({ id, report: reader.report }, element)
      const content = {
        ...readContent(element, id, reader),
        missed: readMissed(element, id, reader),
      }
      return { on: 'time', times: times ?? { kind: 'at', text: '' }, content }
    }
    case signal:
      return readSignalled(element, definition, id, reader)
    default:
      return undefined
  }
}

function readSignalled(
  element: ModdleElement,
  definition: ModdleElement,
  id: string,
  reader: Reader,
): StartedBy {
  const { signal: name, reach } = signalOf(definition, id, reader)
  if (name !== '' && reach !== 'tenant') {
    const message = `what starts an approval comes from others: give the signal ${name} approval:scope="tenant"`
    reader.report(id, 'signal_not_thrown', message)
  }
  const rule = extension(element, 'Start')
  if (rule !== undefined && textOf(rule, 'missed') !== '') {
    const message = 'nothing is missed of a signal that is thrown once: remove missed'
    reader.report(id, 'value_invalid', message)
  }
  return { on: 'signal', signal: name, content: readContent(element, id, reader) }
}

/** Each of them would begin an approval of its own, at one element that the log could not tell apart. */
function refuseSeveral(element: ModdleElement, { id, parent }: Base, { report }: Reader): void {
  if (parent !== undefined || elementsOf(element, 'eventDefinitions').length < 2) return
  const message =
    'a start event with several events is not supported: draw a start event for each of them'
  report(id, 'element_unsupported', message)
}

/** What says when and how something starts an approval says nothing of any other start. */
function refuseUnsaid(
  element: ModdleElement,
  definition: ModdleElement | undefined,
  id: string,
  { report }: Reader,
): void {
  const isTimed = definition?.$type === timer
  const refuse = (type: string, name: string, where: string) => {
    if (extension(element, type) === undefined) return
    const message = `approval:${name} has no effect on a start event without ${where}: remove it`
    report(id, 'extension_misplaced', message)
  }
  if (!isTimed && definition?.$type !== signal) refuse('Start', 'start', 'a time or a signal')
  if (!isTimed) refuse('Timing', 'timing', 'a time')
}

function readContent(element: ModdleElement, id: string, { report }: Reader): StartContent {
  const rule = extension(element, 'Start')
  const said = (name: string) => (rule === undefined ? '' : textOf(rule, name).trim())
  const initiator = said('initiator')
  if (initiator === '') {
    const message = 'nobody says who the initiator is: add approval:start with an initiator'
    report(id, 'start_initiator_missing', message)
  }
  const reader = { id, report }
  const expressionAt = (name: string): Expression | undefined =>
    said(name) === '' ? undefined : readExpression(reader, said(name))
  const values = elementsOf(rule ?? element, 'value').flatMap((one): VariableMapping[] => {
    const source = readExpression(reader, textOf(one, 'value'))
    return source === undefined ? [] : [{ target: textOf(one, 'name'), source }]
  })
  return { initiator, bizId: expressionAt('bizId'), title: expressionAt('title'), values }
}

function readMissed(element: ModdleElement, id: string, { report }: Reader) {
  const rule = extension(element, 'Start')
  return (rule && readOneOf({ id, report }, rule, 'missed', ['once', 'each'])) ?? 'once'
}
