import type { Base, DraftNode, Reader } from './drafts.ts'
import { extension } from './extension.ts'
import { refuseForeign } from './foreign.ts'
import type { EndNode } from './graph.ts'
import { refuseMisplaced } from './placement.ts'
import { readResult } from './rules.ts'
import { readTimerEvent } from './timing.ts'
import { elementOf, elementsOf, localName, textOf, type ModdleElement } from './xml.ts'

export function readCatch(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  refuseForeignTimes(element, base.id, reader)
  const delay = readTimerEvent({ id: base.id, report: reader.report }, element)
  return delay === undefined ? undefined : { ...base, kind: 'timer', delay }
}

export function readBoundary(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  const interrupting = element['cancelActivity'] !== false
  refuseForeignTimes(element, base.id, reader)
  const rules = { id: base.id, report: reader.report }
  const delay = readTimerEvent(rules, element, { repeats: !interrupting })
  const host = elementOf(element, 'attachedToRef')
  if (delay === undefined || host === undefined) return undefined
  return { ...base, kind: 'boundary', attachedTo: textOf(host, 'id'), interrupting, delay }
}

/** A calendar or an end that another engine was told of, with the event or with its time. */
function refuseForeignTimes(element: ModdleElement, id: string, { foreign, report }: Reader): void {
  for (const definition of elementsOf(element, 'eventDefinitions')) {
    refuseForeign(foreign, id, definition)
    refuseMisplaced(definition, id, report)
    for (const name of ['timeDate', 'timeDuration', 'timeCycle']) {
      const time = elementOf(definition, name)
      if (time !== undefined) refuseForeign(foreign, id, time)
    }
  }
}

const eventCure = ({ $type }: ModdleElement): string =>
  $type === 'bpmn:StartEvent'
    ? 'take a none start, the application starts approvals when it is time'
    : 'take a none, a terminate or an error end'

export function refuseEventDefinitions(
  element: ModdleElement,
  id: string,
  allowed: readonly string[],
  { report }: Reader,
): void {
  const definitions = [
    ...elementsOf(element, 'eventDefinitions'),
    ...elementsOf(element, 'eventDefinitionRef'),
  ]
  for (const definition of definitions) {
    if (definitions.length === 1 && allowed.includes(definition.$type)) continue
    const message = `${localName(element)} with ${localName(definition)} is not supported: ${eventCure(element)}`
    report(id, 'element_unsupported', message)
  }
}

const endVariants: Readonly<Record<string, EndNode['variant']>> = {
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:ErrorEventDefinition': 'error',
}

export function readEnd(
  element: ModdleElement,
  id: string,
  reader: Reader,
): Pick<EndNode, 'variant' | 'result'> {
  refuseEventDefinitions(element, id, Object.keys(endVariants), reader)
  const [definition] = elementsOf(element, 'eventDefinitions')
  if (definition !== undefined) {
    refuseForeign(reader.foreign, id, definition)
    refuseMisplaced(definition, id, reader.report)
  }
  const variant = endVariants[definition?.$type ?? ''] ?? 'none'
  const result = extension(element, 'Result')
  if (variant === 'error') {
    refuseMisplaced(element, id, reader.report, [])
    return { variant, result: 'rejected' }
  }
  if (result === undefined) return { variant, result: 'approved' }
  return { variant, result: readResult({ id, report: reader.report }, result, 'value') }
}
