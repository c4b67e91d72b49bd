// What is no BPMN yet and is made into it: trees of steps, and models of other tools.
import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import { MAX_ELEMENTS } from '../core/definition/xml/xml.ts'
import type { Random } from './adversarial-parts.testing.ts'

/** What is sent. */
export type Model = { readonly tree: ApprovalTree } | { readonly source: string }

const many = <T>(count: number, part: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => part(at))

/** So many of what has so many elements. */
const fitting = (share: number, weight: number) =>
  Math.max(1, Math.floor((share * MAX_ELEMENTS - 8) / weight))

const approve = (id: string): TreeStep => ({
  type: 'approve',
  id,
  name: id,
  candidates: [{ kind: 'user', ref: 'manager' }],
})

const branch = (id: string, kind: 'parallel' | 'exclusive', ways: number): TreeStep => ({
  type: 'branch',
  id,
  kind,
  branches: many(ways, (at) => ({
    name: `${at}`,
    ...(kind === 'parallel' ? {} : at === 0 ? { otherwise: true } : { when: `amount > ${at}` }),
    steps: [approve(`${id}x${at}`)],
  })),
})

const chained = <T>(count: number, part: (at: number, next: T | undefined) => T): T | undefined =>
  many(count, (at) => at).reduceRight<T | undefined>((next, at) => part(at, next), undefined)

const flowLong = (nodeConfig: unknown): Model => ({
  source: JSON.stringify({ key: 'p', name: 'p', nodeConfig }),
})
const asked = (at: string) => ({
  nodeName: at,
  nodeKey: at,
  type: 1,
  setType: 1,
  nodeAssigneeList: [{ id: 'u', name: 'u' }],
})

/** Nodes that the first leads to the last of by the skips of each. */
const warmFlow = (count: number, skipsOf: (at: number) => readonly number[]): Model => ({
  source: JSON.stringify({
    flowCode: 'p',
    flowName: 'p',
    nodeList: many(count, (at) => ({
      nodeCode: `n${at}`,
      nodeName: `n${at}`,
      nodeType: at === 0 ? 0 : at === count - 1 ? 2 : 1 + 2 * (at % 2),
      skipList: skipsOf(at).map((to) => ({ nextNodeCode: `n${to}`, skipType: 'PASS' })),
    })),
  }),
})

export const models: Readonly<Record<string, (share: number, random: Random) => Model>> = {
  steps: (share) => ({ tree: { steps: many(fitting(share, 2), (at) => approve(`n${at}`)) } }),
  branches: (share, random) => ({
    tree: {
      steps: many(fitting(share, 14), (at) =>
        branch(`b${at}`, random(2) === 0 ? 'parallel' : 'exclusive', 3),
      ),
    },
  }),
  wideBranch: (share) => ({ tree: { steps: [branch('b', 'parallel', fitting(share, 3))] } }),
  flowLongSteps: (share) =>
    flowLong(chained(fitting(share, 2), (at, childNode) => ({ ...asked(`n${at}`), childNode }))),
  flowLongBranches: (share) =>
    flowLong(
      chained(fitting(share, 14), (at, childNode) => ({
        nodeName: `n${at}`,
        nodeKey: `n${at}`,
        type: 4,
        conditionNodes: many(3, (way) => ({
          nodeName: `${way}`,
          nodeKey: `c${at}x${way}`,
          type: 3,
          priorityLevel: way,
          conditionList:
            way === 2 ? [] : [[{ field: 'amount', operator: '>', value: `${way}`, type: 'form' }]],
          childNode: asked(`m${at}x${way}`),
        })),
        childNode,
      })),
    ),
  warmFlowRow: (share) => {
    const count = fitting(share, 2)
    return warmFlow(count, (at) => (at === count - 1 ? [] : [at + 1]))
  },
  warmFlowTangle: (share, random) => {
    const count = fitting(share, 3)
    return warmFlow(count, (at) => (at === count - 1 ? [] : [at + 1, random(count)]))
  },
}
