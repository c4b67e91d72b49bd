import { modes, type Block } from './random-blocks.testing.ts'

/** The same with every element called by another name, and these names by the old ones. */
export function renamed(xml: string): { xml: string; nodes: Readonly<Record<string, string>> } {
  const later = (id: string) => (/^[a-z]+\d/.test(id) ? `${id}_later` : id)
  const attributes = 'id|sourceRef|targetRef|default|attachedToRef'
  const ids = [...xml.matchAll(/<(?!sequenceFlow)\w+ id="([a-z]+\d\w*)"/g)].map(([, id = '']) => id)
  return {
    xml: xml
      .replaceAll(
        new RegExp(` (${attributes})="([^"]+)"`, 'g'),
        (_, attribute: string, id: string) => ` ${attribute}="${later(id)}"`,
      )
      .replaceAll(/outcomes\.(\w+)/g, (_, id: string) => `outcomes.${later(id)}`),
    nodes: Object.fromEntries(ids.map((id) => [id, later(id)])),
  }
}

/** A process with one more step at its end. */
export const lengthened = (block: Block): Block => ({
  kind: 'row',
  blocks: [block, { kind: 'task', mode: '', people: 1, more: '' }],
})

/** The same with another way to decide at every step. */
export const decidedOtherwise = (block: Block): Block =>
  JSON.parse(
    JSON.stringify(block, (key, value: unknown) =>
      key === 'mode' ? modes[(modes.indexOf(String(value)) + 3) % modes.length] : value,
    ),
  ) as Block

/**
 * The same without the start and end events that BPMN implies (2.0.2, sections 13.3.1 and 13.5.6): plain starts that lead to
 * what nothing else leads to, and plain ends of ways that are no choice.
 */
export function unframed(xml: string): { readonly xml: string; readonly left: number } {
  let left = 0
  let next = xml
  const flowsAt = (at: 'sourceRef' | 'targetRef', id: string) =>
    [...next.matchAll(/<sequenceFlow [^>]*>.*?<\/sequenceFlow>/g)]
      .map(([flow]) => flow)
      .filter((flow) => flow.includes(` ${at}="${id}"`))
  const take = (event: string, flows: readonly string[]) => {
    for (const part of [event, ...flows]) next = next.replace(part, '')
    left += 1
  }
  const alone = (at: 'sourceRef' | 'targetRef', flow: string) => {
    const id = new RegExp(` ${at}="(\\w+)"`).exec(flow)?.[1] ?? ''
    const name = / id="(\w+)"/.exec(flow)?.[1] ?? ''
    const isChoice = flow.includes('<condition') || next.includes(` default="${name}"`)
    return !isChoice && flowsAt(at, id).length === 1
  }
  for (const [event, id = ''] of xml.matchAll(/<startEvent id="(\w+)"\/>/g)) {
    const flows = flowsAt('sourceRef', id)
    if (flows.every((flow) => alone('targetRef', flow))) take(event, flows)
  }
  for (const [event, id = ''] of xml.matchAll(/<endEvent id="(\w+)"(?:\/>|><\/endEvent>)/g)) {
    const flows = flowsAt('targetRef', id)
    if (flows.every((flow) => alone('sourceRef', flow))) take(event, flows)
  }
  return { xml: next, left }
}
