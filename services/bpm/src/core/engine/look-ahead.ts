import type { CompiledProcess, UserTaskNode } from '../definition/graph.ts'
import { openBoard, Refusal } from './board.ts'
import type { Command, Directory, DirectoryRequest } from './command.ts'
import { findPeople } from './people.ts'
import type { EngineState } from './state.ts'

/** Questions of the user tasks that may come right after the one a decision is about. */
export function lookAhead(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  administratorsRole: string,
): readonly DirectoryRequest[] {
  if (command.kind !== 'approve' && command.kind !== 'reject') return []
  const node = state.tasks.find(({ key }) => key === command.task)?.node
  return node === undefined
    ? []
    : questionsAfter(process, state, node, { directory, administratorsRole })
}

/** Questions of the user tasks that may come right after a node, as far as they can be told. */
function questionsAfter(
  process: CompiledProcess,
  state: EngineState,
  node: string,
  { directory, administratorsRole }: { directory: Directory; administratorsRole: string },
): readonly DirectoryRequest[] {
  const choosesAs = new Set<never>()
  const board = openBoard(state, { process, directory, administratorsRole, choosesAs })
  for (const next of userTasksAfter(process, node)) {
    try {
      findPeople(board, next)
    } catch (error) {
      // What cannot be told yet, for want of a value, is told when the node is reached.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return [...board.missing.values()]
}

/** User tasks that can be reached from a node without passing another one. */
export function userTasksAfter(process: CompiledProcess, from: string): readonly UserTaskNode[] {
  const found = new Map<string, UserTaskNode>()
  const seen = new Set<string>()
  const stack = next(process, from)
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = process.nodes.get(id)
    if (node === undefined || seen.has(id)) continue
    seen.add(id)
    if (node.kind === 'userTask') found.set(id, node)
    else if (node.kind === 'subProcess') stack.push(node.start)
    else stack.push(...next(process, id))
  }
  return [...found.values()]
}

function next(process: CompiledProcess, id: string): string[] {
  const node = process.nodes.get(id)
  const targets = (node?.outgoing ?? []).flatMap((flow) => process.flows.get(flow)?.target ?? [])
  // The end of a sub-process leads on behind it.
  return node?.kind === 'end' && node.parent !== undefined ? next(process, node.parent) : targets
}
