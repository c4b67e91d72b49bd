import type { BranchStep, TreeBranch } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { addBranch, chooseDefault, withKind } from './branches.ts'

const large: TreeBranch = { name: 'Large', when: 'amount > 1000.0', steps: [] }
const rest: TreeBranch = { name: 'Rest', otherwise: true, steps: [] }
const bare: TreeBranch = { name: 'Bare', steps: [] }

const step = (kind: BranchStep['kind'], ...branches: TreeBranch[]): BranchStep => ({
  id: 'branch1',
  type: 'branch',
  kind,
  branches,
})

describe('another kind of branching', () => {
  it('takes conditions away where all branches are taken', () => {
    expect(withKind(step('exclusive', large, rest), 'parallel')).toEqual(
      step('parallel', { name: 'Large', steps: [] }, { name: 'Rest', steps: [] }),
    )
  })

  it('invents no condition where one decides: the branches are unfinished', () => {
    expect(withKind(step('parallel', bare, bare), 'inclusive')).toEqual(
      step('inclusive', bare, bare),
    )
  })

  it('keeps the conditions that were written', () => {
    expect(withKind(step('exclusive', large, rest), 'inclusive')).toEqual(
      step('inclusive', large, rest),
    )
  })
})

describe('the branch for when no other fits', () => {
  it('has no condition', () => {
    expect(chooseDefault([large, bare], 0, true)[0]).toEqual({
      name: 'Large',
      steps: [],
      otherwise: true,
    })
  })

  it('is one at most: who was it before is so no longer, and has no condition yet', () => {
    const branches = chooseDefault([large, rest], 0, true)
    expect(branches.map(({ otherwise }) => otherwise)).toEqual([true, undefined])
    expect(branches[1]).toEqual({ name: 'Rest', steps: [] })
  })

  it('may be none', () => {
    expect(chooseDefault([large, rest], 1, false)).toEqual([large, { name: 'Rest', steps: [] }])
  })
})

it.each(['exclusive', 'inclusive', 'parallel'] as const)(
  'a branch more of %s comes last, and says nothing yet',
  (kind) => {
    const { branches } = addBranch(step(kind, large, rest), 'New')
    expect(branches).toEqual([large, rest, { name: 'New', steps: [] }])
  },
)
