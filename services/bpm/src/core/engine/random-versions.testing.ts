import type { Block } from './random-blocks.testing.ts'

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
