import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { compileTree } from '../../core/definition/tree/compile-tree.ts'
import { readDefinition } from '../../core/definition/compile.ts'
import { findProblems } from '../../core/definition/validate.ts'
import { TreeBody } from './tree-schema.ts'

export const reads = 'trees of steps, JSON'
export const mostBytes = 8192
export const mostMs = 2000
export const tries = 600
export const seeds = [
  {
    steps: [
      { id: 'a', name: 'A', type: 'approve', candidates: [{ kind: 'role', ref: 'finance' }] },
      {
        id: 'b',
        name: 'B',
        type: 'branch',
        kind: 'exclusive',
        branches: [
          {
            id: 'x',
            name: 'X',
            when: 'amount > 1000',
            steps: [{ id: 'c', name: 'C', type: 'end', result: 'rejected' }],
          },
          { id: 'y', name: 'Y', steps: [] },
        ],
      },
      { id: 'd', name: 'D', type: 'wait', in: 'PT1H' },
    ],
  },
  {
    steps: [
      { id: 'k', name: 'K', type: 'call', key: 'other' },
      { id: 'j', name: 'J', type: 'jump', to: 'k' },
    ],
  },
].map((tree) => JSON.stringify(tree))

/** A tree that the schema lets through is written, and what was written can be read, whatever is wrong with the tree. */
export async function check(bytes: Buffer): Promise<void> {
  const tree = parse(bytes.toString())
  if (!Value.Check(TreeBody, tree)) return
  const read = await readDefinition(await compileTree(tree, { key: 'p', name: 'P' }))
  assert.ok(read.process !== undefined || read.problems.length > 0)
  findProblems(read, [], 'p')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
