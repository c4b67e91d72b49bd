import type { CompiledProcess, Node, UserTaskNode } from '../graph.ts'
import { atOnceOf } from '../elements/repeats.ts'

/**
 * User tasks that can be reached from a node without passing another one.
 *
 * @param reached What was come to from there: where an exclusive gateway has chosen, the other ways are none.
 */
export function userTasksAfter(
  process: CompiledProcess,
  from: string,
  reached: ReadonlySet<string> = new Set(),
): readonly UserTaskNode[] {
  const found = new Map<string, UserTaskNode>()
  const seen = new Set<string>()
  const stack = next(process, from)
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = process.nodes.get(id)
    if (node === undefined || seen.has(id)) continue
    seen.add(id)
    if (node.kind === 'userTask') found.set(id, node)
    else if (node.kind === 'subProcess') stack.push(node.start)
    else stack.push(...chosen(node, next(process, id), reached))
  }
  return [...found.values()]
}

function chosen({ kind }: Node, ways: string[], reached: ReadonlySet<string>): string[] {
  const taken = kind === 'exclusive' ? ways.filter((way) => reached.has(way)) : []
  return taken.length > 0 ? taken : ways
}

function next(process: CompiledProcess, id: string): string[] {
  const node = process.nodes.get(id)
  const targets = (node?.outgoing ?? []).flatMap((flow) => process.flows.get(flow)?.target ?? [])
  // What is repeated may come again, and the end of a sub-process leads on behind it.
  const again = node?.repeat === undefined || atOnceOf(node) !== undefined ? [] : [id]
  const isLast = node?.outgoing.length === 0
  const outside = isLast && node?.parent !== undefined ? next(process, node.parent) : []
  return [...again, ...targets, ...outside]
}
