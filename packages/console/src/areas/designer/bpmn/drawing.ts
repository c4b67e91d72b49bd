const namespace = 'http://www.omg.org/spec/BPMN/20100524/MODEL'

/** The service takes no more elements and flows; the time of the layout grows faster than their number. */
const mostElements = 1000

/**
 * A process that was written by hand, or came from elsewhere, may have been drawn by nobody. The layout throws on some
 * graphs, a TypeError of its own: what it cannot draw stays as it is.
 */
export async function withDrawing(xml: string): Promise<string> {
  if (/<(\w+:)?BPMNShape\b/.test(xml)) return xml
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  if (document.getElementsByTagNameNS(namespace, '*').length > 4 * mostElements) return xml
  const { layoutProcess } = await import('bpmn-auto-layout')
  try {
    return await layoutProcess(withEnds(document))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return xml
  }
}

/** The layout goes by what elements say of their flows, which BPMN lets them leave out. */
function withEnds(document: Document): string {
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
