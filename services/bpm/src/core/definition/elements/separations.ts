import { readOneOf, words, type RuleReader } from '../xml/attributes.ts'
import type { Node, Separation } from '../graph.ts'
import { extensionsOf, textOf, type ModdleElement } from '../xml/xml.ts'

/** Which user tasks a process keeps apart: nobody decides at two of those named together. */
export function readSeparations(
  reader: RuleReader,
  process: ModdleElement,
  nodes: ReadonlyMap<string, Node>,
): readonly Separation[] {
  const elements = extensionsOf(process).filter(({ $type }) => $type === 'approval:Separation')
  return elements.map((element) => {
    const named = [...new Set(words(textOf(element, 'nodes')))]
    if (named.length < 2) {
      const message = 'approval:separation needs two user tasks or more in nodes'
      reader.report(reader.id, 'separation_incomplete', message)
    }
    for (const id of named) {
      if (nodes.get(id)?.kind === 'userTask') continue
      const message = `approval:separation names ${id}, which is no user task of the process`
      reader.report(reader.id, 'separation_unknown', message)
    }
    return { nodes: named, rounds: readOneOf(reader, element, 'rounds', ['each', 'all']) ?? 'each' }
  })
}
