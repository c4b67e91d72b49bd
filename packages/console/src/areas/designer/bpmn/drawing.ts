const namespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL'

/** A process that was written by hand, or came from elsewhere, may have been drawn by nobody. */
export async function withDrawing(xml: string): Promise<string> {
  if (/<(\w+:)?BPMNShape\b/.test(xml)) return xml
  const { layoutProcess } = await import('bpmn-auto-layout')
  return layoutProcess(withEnds(xml))
}

/** The layout goes by what elements say of their flows, which BPMN lets them leave out. */
function withEnds(xml: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const byId = new Map(
    [...document.querySelectorAll('[id]')].map((element) => [element.id, element]),
  )
  for (const flow of document.getElementsByTagNameNS(namespace, 'sequenceFlow')) {
    sayEnd(byId.get(flow.getAttribute('sourceRef') ?? ''), 'outgoing', flow.id)
    sayEnd(byId.get(flow.getAttribute('targetRef') ?? ''), 'incoming', flow.id)
  }
  return new XMLSerializer().serializeToString(document)
}

function sayEnd(node: Element | undefined, end: 'incoming' | 'outgoing', flow: string): void {
  if (node === undefined) return
  const said = [...node.children].some(
    ({ localName, textContent }) => localName === end && textContent.trim() === flow,
  )
  if (said) return
  const prefix = node.prefix === null ? '' : `${node.prefix}:`
  const element = node.ownerDocument.createElementNS(namespace, prefix + end)
  element.textContent = flow
  node.append(element)
}
