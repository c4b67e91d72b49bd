// What is sent to the owning application, as a task or as an event.
import { readCallback } from './activities.ts'
import type { Base, DraftNode, Reader } from '../drafts.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import { elementsOf, type ModdleElement } from '../xml/xml.ts'

/**
 * Messages are for the owning application: it is asked for what the message is called.
 *
 * @param message Its name; '' where none is named.
 */
export function readSend(
  element: ModdleElement,
  base: Base,
  reader: Reader,
  message: string,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  const request = readRequest(element, base.id, reader, message)
  return request === undefined ? undefined : { ...base, kind: 'callback', request }
}

/** What the application is asked for by a message; undefined, and reported, where nothing says it. */
export function readRequest(
  element: ModdleElement,
  id: string,
  { report }: Reader,
  message: string,
): string | undefined {
  const request = readCallback({ id, report }, element, message || undefined)
  if (request === undefined) {
    const why = 'what is sent needs a message with a name, or approval:callback'
    report(id, 'service_unknown', why)
  }
  return request
}

/** Whether an event sends a message, and nothing else. */
export function sendsMessage(element: ModdleElement): boolean {
  const [only, another] = elementsOf(element, 'eventDefinitions')
  return only?.$type === 'bpmn:MessageEventDefinition' && another === undefined
}
