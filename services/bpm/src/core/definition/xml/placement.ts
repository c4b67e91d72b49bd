import { extensionsOf, localName, type ModdleElement, type Report } from './xml.ts'

/** Where each of our extension elements has an effect. */
const places: Readonly<Record<string, readonly string[]>> = {
  'bpmn:Process': ['separation'],
  'bpmn:UserTask': [
    'candidates',
    'decision',
    'policy',
    'return',
    'change',
    'actions',
    'comment',
    'fields',
    'due',
    'remind',
    'escalate',
    'timeout',
  ],
  'bpmn:ServiceTask': ['copy', 'candidates', 'callback', 'auto'],
  'bpmn:SendTask': ['callback'],
  'bpmn:BusinessRuleTask': ['decisionTable'],
  'bpmn:StartEvent': ['start', 'timing'],
  'bpmn:EndEvent': ['result'],
  'bpmn:CallActivity': ['call'],
  'bpmn:IntermediateCatchEvent': ['timing'],
  'bpmn:BoundaryEvent': ['timing'],
}

export const allowedOn = (type: string): readonly string[] => places[type] ?? []

/**
 * Names extension elements of ours that nobody would read: on the wrong element, or a second time.
 *
 * @param allowed What has an effect there, when it is not what the table says.
 */
export function refuseMisplaced(
  element: ModdleElement,
  id: string,
  report: Report,
  allowed: readonly string[] = allowedOn(element.$type),
): void {
  const seen = new Set<string>()
  for (const name of ownExtensionsOf(element)) {
    // What another tool said is noted on whatever it was said of.
    if (name === 'imported') continue
    if (!allowed.includes(name)) {
      const message = `approval:${name} has no effect on ${localName(element)}: remove it`
      report(id, 'extension_misplaced', message)
    } else if (seen.has(name) && name !== 'separation') {
      report(id, 'extension_misplaced', `approval:${name} is there twice: keep one of them`)
    }
    seen.add(name)
  }
}

/** Names of our extension elements, as they are written. */
export function ownExtensionsOf(element: ModdleElement): readonly string[] {
  return extensionsOf(element).flatMap(({ $type }) => {
    const [, name] = /^approval:(\w+)$/.exec($type) ?? []
    return name === undefined ? [] : [name.charAt(0).toLowerCase() + name.slice(1)]
  })
}
