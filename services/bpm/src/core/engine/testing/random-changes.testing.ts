// Random processes whose nodes hide values and say what a change of them means, and an owner who changes them.
import type {
  CompiledProcess,
  FieldAccess,
  Flow,
  Node,
  UserTaskNode,
} from '../../definition/graph.ts'
import type { Command } from '../command.ts'
import type { Draw } from './draw.testing.ts'
import { pick, randomCommand, randomProcess } from './random-seats.testing.ts'
import type { EngineState } from '../state.ts'

export const names = ['v', 'w']

const rules: readonly UserTaskNode['change'][] = [
  { open: 'askAgain', decided: 'mark' },
  { open: 'askAgain', decided: 'mark' },
  { open: 'askAgain', decided: 'askAgain' },
  { open: 'askAgain', decided: 'refuse' },
  { open: 'keep', decided: 'mark' },
  { open: 'keep', decided: 'refuse' },
]

export function randomChangeable(draw: Draw): CompiledProcess {
  const process = randomProcess(draw)
  const parted = draw(3) === 0 && process.nodes.has('join') ? partWays(process) : process
  const nodes = [...parted.nodes.values()].map((node): [string, Node] => {
    if (node.kind !== 'userTask') return [node.id, node]
    const hidden = names.filter(() => draw(4) === 0)
    const fields = new Map(hidden.map((name): [string, FieldAccess] => [name, 'hidden']))
    return [node.id, { ...node, fields, change: pick(draw, rules) }]
  })
  return { ...parted, nodes: new Map(nodes) }
}

/** One of two parallel branches ends by itself, while the other goes on. */
function partWays(process: CompiledProcess): CompiledProcess {
  const flow: Flow = { id: 'c join', name: '', source: 'c', target: 'over', condition: undefined }
  const join = process.nodes.get('join')
  if (join === undefined) return process
  const over: Node = {
    id: 'over',
    name: 'over',
    parent: undefined,
    incoming: [flow.id],
    outgoing: [],
    defaultFlow: undefined,
    kind: 'end',
    variant: 'none',
    code: '',
    result: 'approved',
  }
  const alone = { ...join, incoming: join.incoming.filter((id) => id !== flow.id) }
  return {
    ...process,
    nodes: new Map([...process.nodes, ['join', alone], ['over', over]]),
    flows: new Map([...process.flows, [flow.id, flow]]),
  }
}

/** Mostly what people do, and every now and then the owner changes something, or nothing. */
export function randomChange(draw: Draw, state: EngineState): Command {
  const returned = state.status === 'RETURNED' && state.execution.returned?.ownerUpdated !== true
  if (!returned && draw(4) !== 0) return randomCommand(draw, state)
  const some = names.filter(() => draw(2) === 0)
  const values = some.map((name) => [name, draw(5) === 0 ? null : draw(3)] as const)
  const actor = { userId: 'app' }
  return { kind: 'updateVariables', variables: Object.fromEntries(values), actor }
}
