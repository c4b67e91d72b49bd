import type { CompiledProcess } from '../graph.ts'

/** What a token can come to from an element: behind it, on its border, and in it. */
export function after(process: CompiledProcess, id: string): readonly string[] {
  const node = process.nodes.get(id)
  const targets = (node?.outgoing ?? []).flatMap((flow) => process.flows.get(flow)?.target ?? [])
  const borders = (process.boundaries.get(id) ?? []).map((event) => event.id)
  return [...targets, ...borders, ...(node?.kind === 'subProcess' ? [node.start] : [])]
}

/** All that is come to from some elements; they count where something leads to them. */
export function reach(
  from: readonly string[],
  next: (id: string) => readonly string[],
): Set<string> {
  const seen = new Set<string>()
  const stack = [...from]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    stack.push(...next(id))
  }
  return seen
}
