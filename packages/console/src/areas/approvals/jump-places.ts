/** A node that an approval can be moved to. */
export interface Place {
  readonly value: string
  readonly label: string
}

const kinds: ReadonlySet<string> = new Set([
  'userTask',
  'callActivity',
  'subProcess',
  'adHocSubProcess',
  'transaction',
  'serviceTask',
  'sendTask',
  'receiveTask',
  'intermediateCatchEvent',
  'exclusiveGateway',
  'inclusiveGateway',
  'parallelGateway',
  'complexGateway',
  'endEvent',
])

/** The nodes of a process, in the order of its document, by their names. */
export function placesOf(bpmnXml: string): readonly Place[] {
  const document = new DOMParser().parseFromString(bpmnXml, 'application/xml')
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const id = element.getAttribute('id')
    if (id === null || !kinds.has(element.localName)) return []
    if (isForUndoing(element)) return []
    const name = element.getAttribute('name') ?? ''
    return [{ value: id, label: name === '' ? id : `${name} (${id})` }]
  })
}

/** What undoes something has no place in the flow, nor has what is in it. */
function isForUndoing(element: Element): boolean {
  if (element.getAttribute('isForCompensation') === 'true') return true
  const isBegun = element.getAttribute('triggeredByEvent') === 'true'
  const starts = [...element.children].filter(({ localName }) => localName === 'startEvent')
  const isByUndoing = starts.some((start) =>
    [...start.children].some(({ localName }) => localName === 'compensateEventDefinition'),
  )
  if (isBegun && isByUndoing) return true
  return element.parentElement !== null && isForUndoing(element.parentElement)
}
