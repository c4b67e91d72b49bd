import type { TreeImported } from '@countersign/contracts'
import { MAX_ELEMENTS } from '../../xml/xml.ts'
import type { Types } from '../conditions.ts'
import { createIds } from '../ids.ts'
import { memberOf, objectOf, objectsOf, textOf, type Json } from '../json.ts'
import type { Became } from '../notes.ts'

/** Members that hold branches. */
export const branchLists = [
  'conditionNodes',
  'parallelNodes',
  'inclusiveNodes',
  'routeNodes',
] as const
export const structure: ReadonlySet<string> = new Set([
  'childNode',
  'parentNode',
  'extendConfig',
  ...branchLists,
])

/** Branches within branches, as the steps can be nested at all. */
const maxDepth = 8

/** What a model is read with. */
export interface Reading {
  readonly types: Types
  readonly ids: ReadonlyMap<Json, string>
  readonly byKey: ReadonlyMap<string, string>
  /** Its key: who jumps to the node of the initiator goes back to them. */
  readonly rootKey: string | undefined
}

/** Why a model is not read at all. */
export interface Unreadable {
  readonly code: 'process_too_large' | 'nested_too_deep'
  readonly message: string
}

/** What became of the members of a node. */
export type Said = readonly (readonly [string, Became])[]

export type Base = Readonly<Record<'id' | 'name', string>>
export type Tell = (
  said: Said,
  more?: readonly TreeImported[],
) => { readonly imported?: readonly TreeImported[] }

export const isFlowLong = (model: Json): boolean =>
  objectOf(model, 'nodeConfig') !== undefined && memberOf(model, 'nodeList') === undefined

/** Gives every node an id, in the order of the model; counts them, without a call for each. */
export function nameNodes(root: Json): Pick<Reading, 'ids' | 'byKey'> | Unreadable {
  const given = createIds()
  const ids = new Map<Json, string>()
  const byKey = new Map<string, string>()
  let branchCount = 0
  const stack: { readonly node: Json; readonly depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next
    if (depth > maxDepth) {
      const message = `branches are nested more than ${maxDepth} deep: call another process instead`
      return { code: 'nested_too_deep', message }
    }
    const branches = branchesOf(node)
    branchCount += branches.length
    if (ids.size + branchCount >= MAX_ELEMENTS) {
      const message = `the model has more than ${MAX_ELEMENTS} nodes and branches`
      return { code: 'process_too_large', message }
    }
    const key = textOf(node, 'nodeKey')
    const id = given.give(key)
    ids.set(node, id)
    if (key !== undefined && !byKey.has(key)) byKey.set(key, id)
    const child = objectOf(node, 'childNode')
    if (child !== undefined) stack.push({ node: child, depth })
    for (const branch of branches.toReversed()) {
      const inner = objectOf(branch, 'childNode')
      if (inner !== undefined) stack.push({ node: inner, depth: depth + 1 })
    }
  }
  return { ids, byKey }
}

const branchesOf = (node: Json): readonly Json[] =>
  branchLists.flatMap((list) => objectsOf(node, list))
