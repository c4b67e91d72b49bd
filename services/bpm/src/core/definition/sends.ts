// What is sent to the owning application, as a task or as an event.
import { readCallback } from './activities.ts'
import type { Base, DraftNode, Reader } from './drafts.ts'
import { refuseForeign } from './foreign.ts'
import { elementsOf, type ModdleElement } from './xml.ts'

/**
 * Messages are for the owning application: it is asked for what the message is called.
 *
 * @param message Its name; '' where none is named.
 */
export function readSend(
  element: ModdleElement,
  base: Base,
  { foreign, report }: Reader,
  message: string,
): DraftNode | undefined {
  refuseForeign(foreign, base.id, element)
  const request = readCallback({ id: base.id, report }, element, message || undefined)
  if (request !== undefined) return { ...base, kind: 'callback', request }
  report(
    base.id,
    'service_unknown',
    'what is sent needs a message with a name, or approval:callback',
  )
  return undefined
}

/** Whether an event sends a message, and nothing else. */
export function sendsMessage(element: ModdleElement): boolean {
  const [only, another] = elementsOf(element, 'eventDefinitions')
  return only?.$type === 'bpmn:MessageEventDefinition' && another === undefined
}
