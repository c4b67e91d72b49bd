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
    // What undoes something has no place in the flow.
    if (element.getAttribute('isForCompensation') === 'true') return []
    const name = element.getAttribute('name') ?? ''
    return [{ value: id, label: name === '' ? id : `${name} (${id})` }]
  })
}
