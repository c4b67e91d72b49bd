import { elementOf, elementsOf, textOf, type ModdleElement } from '../xml/xml.ts'

/**
 * All that a process says, in one text: two that have the same say the same. Left out is where it is drawn, what flows
 * are called by programs, and in which order elements are written, save the flows out of one.
 *
 * @param calls What elements are to be called whose ids do not count.
 */
export function sayingOf(
  process: ModdleElement,
  calls: ReadonlyMap<string, string> = new Map(),
): string {
  return JSON.stringify(sayLevel(process, calls))
}

const structure: ReadonlySet<string> = new Set([
  'id',
  'name',
  'di',
  'default',
  'incoming',
  'outgoing',
  'flowElements',
])

function sayLevel(holder: ModdleElement, calls: ReadonlyMap<string, string>): unknown {
  const called = (element: ModdleElement | undefined) => {
    const id = element === undefined ? '' : textOf(element, 'id')
    return calls.get(id) ?? id
  }
  const elements = elementsOf(holder, 'flowElements')
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')
  const bySource = Map.groupBy(flows, (flow) => elementOf(flow, 'sourceRef'))
  const nodes = elements
    .filter(({ $type }) => $type !== 'bpmn:SequenceFlow')
    .map((node): [string, unknown] => [
      called(node),
      {
        name: textOf(node, 'name') || called(node),
        says: sayElement(node),
        ...(node['flowElements'] === undefined ? {} : { within: sayLevel(node, calls) }),
        flows: (bySource.get(node) ?? []).map((flow, index) => [
          called(elementOf(flow, 'targetRef')),
          sayFlow(flow, elementOf(node, 'default'), bySource.get(node)?.length === 1 ? 0 : index),
        ]),
      },
    ])
  return [sayElement(holder), Object.fromEntries(nodes.toSorted(([a], [b]) => (a < b ? -1 : 1)))]
}

function sayFlow(flow: ModdleElement, byDefault: ModdleElement | undefined, index: number) {
  const { conditionExpression: _, sourceRef: _source, targetRef: _target, ...rest } = flow
  const condition = elementOf(flow, 'conditionExpression')
  const language = condition === undefined ? '' : textOf(condition, 'language')
  return {
    ...sayMembers(rest),
    attrs: flow.$attrs,
    name: textOf(flow, 'name') || String(index + 1),
    isDefault: byDefault === flow,
    when: condition === undefined ? null : [textOf(condition, 'body'), language],
  }
}

function sayElement(element: ModdleElement): unknown {
  return { type: element.$type, attrs: element.$attrs, ...sayMembers(element) }
}

function sayMembers(element: object): Record<string, unknown> {
  const usual = Object.getPrototypeOf(element) as Record<string, unknown>
  const members = Object.entries(element)
    .filter(
      ([name, value]) => !structure.has(name) && !name.startsWith('$') && value !== usual[name],
    )
    .map(([name, value]): [string, unknown] => [name, sayValue(element, value)])
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function sayValue(holder: object, value: unknown): unknown {
  if (Array.isArray(value)) {
    const said = value
      .map((one: unknown) => sayValue(holder, one))
      .filter((one) => one !== undefined)
    return said.length === 0 ? undefined : said
  }
  if (typeof value !== 'object' || value === null || !('$type' in value)) return value
  const element = value as ModdleElement
  // Of another place: known by its name.
  if (element['$parent'] !== holder) return [element.$type, textOf(element, 'name')]
  if (element.$type === 'bpmn:ExtensionElements') return sayExtensions(element)
  return {
    type: element.$type.replace(/^bpmn:FormalExpression$/, 'bpmn:Expression'),
    attrs: element.$attrs,
    children: element['$children'],
    body: element['$body'],
    ...sayMembers(element),
  }
}

/** In any order; one that says nothing is none. */
function sayExtensions(extensions: ModdleElement): unknown {
  const said = elementsOf(extensions, 'values')
    .map((one) => JSON.stringify(sayValue(extensions, one)))
    .filter((text) => text !== '{"type":"approval:Candidates","attrs":{}}')
    .toSorted()
  return said.length === 0 ? undefined : said
}
