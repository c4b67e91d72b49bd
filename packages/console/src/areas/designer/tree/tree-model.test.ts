import type { ApprovalTree, ApproveStep } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { changeSteps, findStep, idsOf, moved, newId, replaceStep } from './tree-model.ts'

const step = (id: string): ApproveStep => ({ id, type: 'approve', name: id, candidates: [] })
const tree: ApprovalTree = {
  steps: [
    step('approve1'),
    {
      id: 'branch1',
      type: 'branch',
      kind: 'exclusive',
      branches: [
        { name: 'large', when: 'amount > 1000', steps: [step('approve2')] },
        { name: 'else', otherwise: true, steps: [] },
      ],
    },
  ],
}

describe('a tree of steps', () => {
  it('knows every id, and makes new ones that are not among them', () => {
    expect(idsOf(tree.steps)).toEqual(['approve1', 'branch1', 'approve2'])
    expect(newId(tree, 'approve')).toBe('approve3')
    expect(newId(tree, 'cc')).toBe('cc1')
  })

  it('is changed at one place and shared elsewhere', () => {
    const place = [{ step: 'branch1', branch: 1 }]
    const changed = changeSteps(tree, place, (steps) => [...steps, step('approve3')])
    expect(idsOf(changed.steps)).toEqual(['approve1', 'branch1', 'approve2', 'approve3'])
    expect(changed.steps[0]).toBe(tree.steps[0])
    expect(idsOf(tree.steps)).toHaveLength(3)
  })

  it('finds and replaces a step in a branch', () => {
    const renamed = replaceStep(tree, { ...step('approve2'), name: 'Board' })
    expect(findStep(renamed.steps, 'approve2')).toMatchObject({ name: 'Board' })
    expect(findStep(renamed.steps, 'nowhere')).toBeUndefined()
  })

  it('moves within a list and not beyond its ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
  })
})
