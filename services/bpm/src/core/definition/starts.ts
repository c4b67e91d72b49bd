// Start events that begin an approval by something: a time, or a message.
import { readExpression, readOneOf } from './attributes.ts'
import type { Base, Reader } from './drafts.ts'
import { messageOf } from './event-names.ts'
import { onlyDefinition, refuseEventDefinitions, refuseForeignOfEvents } from './events.ts'
import { extension } from './extension.ts'
import type { Expression, StartedBy, TimedContent, VariableMapping } from './graph.ts'
import { readStartTimes } from './timing.ts'
import { elementsOf, textOf, type ModdleElement } from './xml.ts'

const message = 'bpmn:MessageEventDefinition'
const timer = 'bpmn:TimerEventDefinition'

/** What the start event of a process begins by; undefined for a plain one, and, reported, for what is not known. */
export function readStartedBy(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): StartedBy | undefined {
  const { id, parent } = base
  const definition = onlyDefinition(element)
  // In a sub-process nothing starts it but the flow that leads to it.
  refuseEventDefinitions(element, id, parent === undefined ? [message, timer] : [], reader)
  if (definition?.$type !== timer || parent !== undefined) refuseContent(element, id, reader)
  if (definition === undefined || parent !== undefined) return undefined
  refuseForeignOfEvents(element, id, reader)
  if (definition.$type === message) return { on: 'message', message: messageOf(definition) || id }
  if (definition.$type !== timer) return undefined
  // One that cannot be read has been reported: it is no plain start for all that.
  const times = readStartTimes({ id, report: reader.report }, element) ?? { kind: 'at', text: '' }
  return { on: 'time', times, content: readContent(element, id, reader) }
}

/** What says when and how a time starts an approval says nothing of any other start. */
function refuseContent(element: ModdleElement, id: string, { report }: Reader): void {
  for (const [type, name] of [
    ['Start', 'start'],
    ['Timing', 'timing'],
  ] as const) {
    if (extension(element, type) === undefined) continue
    const message = `approval:${name} has no effect on a start event without a time: remove it`
    report(id, 'extension_misplaced', message)
  }
}

function readContent(element: ModdleElement, id: string, { report }: Reader): TimedContent {
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
  return {
    initiator,
    bizId: expressionAt('bizId'),
    title: expressionAt('title'),
    values,
    missed: (rule && readOneOf(reader, rule, 'missed', ['once', 'each'])) ?? 'once',
  }
}
