import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeSteps,
  findStep,
  idsOf,
  moved,
  newStep,
  newStepTypes,
  replaceStep,
  type Place,
} from './tree-model.ts'

/** Any tree, up to three branches deep; every id once. */
const trees = fc.array(fc.nat(3), { maxLength: 24 }).map((shape): ApprovalTree => {
  let number = 0
  const left = [...shape]
  const steps = (depth: number): readonly TreeStep[] =>
    Array.from({ length: left.shift() ?? 0 }, (): TreeStep => {
      number += 1
      const id = `s${number}`
      if (depth === 3 || number % 3 !== 0) return { id, type: 'approve', name: id, candidates: [] }
      return {
        id,
        type: 'branch',
        kind: 'exclusive',
        branches: [
          { name: 'a', when: 'true', steps: steps(depth + 1) },
          { name: 'b', otherwise: true, steps: steps(depth + 1) },
        ],
      }
    })
  return { steps: steps(0) }
})

/** Every list of steps in a tree, by its place. */
function placesIn(steps: readonly TreeStep[], place: Place = []): readonly Place[] {
  const inner = steps.flatMap((step) =>
    step.type === 'branch'
      ? step.branches.flatMap((branch, index) =>
          placesIn(branch.steps, [...place, { step: step.id, branch: index }]),
        )
      : [],
  )
  return [place, ...inner]
}

const treeAndPlace = trees.chain((tree) =>
  fc.record({ tree: fc.constant(tree), place: fc.constantFrom(...placesIn(tree.steps)) }),
)

describe('a tree of any shape', () => {
  it('takes a new step at any place, with an id that no other has', () => {
    fc.assert(
      fc.property(treeAndPlace, fc.constantFrom(...newStepTypes), ({ tree, place }, type) => {
        const step = newStep(tree, type, 'New', ['yes', 'otherwise'])
        const next = changeSteps(tree, place, (steps) => [step, ...steps])
        const ids = idsOf(next.steps)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.toSorted()).toEqual([...idsOf(tree.steps), ...idsOf([step])].toSorted())
        expect(findStep(next.steps, step.id)).toBe(step)
      }),
    )
  })

  it('is as it was when the step that was added is removed', () => {
    fc.assert(
      fc.property(treeAndPlace, ({ tree, place }) => {
        const step = newStep(tree, 'approve', 'New', ['a', 'b'])
        const added = changeSteps(tree, place, (steps) => [...steps, step])
        const removed = changeSteps(added, place, (steps) => steps.slice(0, -1))
        expect(removed).toEqual(tree)
      }),
    )
  })

  it('keeps steps apart as long as they are there', () => {
    const step = (id: string): TreeStep => ({ id, type: 'approve', name: id, candidates: [] })
    const separations = [{ nodes: ['a', 'b'] }, { nodes: ['a', 'b', 'c'], rounds: 'all' as const }]
    const tree = { steps: ['a', 'b', 'c'].map(step), separations }
    const without = (id: string, from: ApprovalTree) =>
      changeSteps(from, [], (steps) => steps.filter((one) => one.id !== id))
    const left = without('b', tree)
    expect(left.separations).toEqual([{ nodes: ['a', 'c'], rounds: 'all' }])
    expect(without('c', left).separations).toBeUndefined()
  })

  it('finds each of its steps, and replaces it and nothing else', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        for (const id of idsOf(tree.steps)) {
          const step = findStep(tree.steps, id)
          if (step === undefined) throw new Error(`lost ${id}`)
          expect(step.id).toBe(id)
          expect(replaceStep(tree, step)).toEqual(tree)
          const renamed = replaceStep(tree, { ...step, name: 'Renamed' })
          expect(findStep(renamed.steps, id)?.name).toBe('Renamed')
          expect(idsOf(renamed.steps)).toEqual(idsOf(tree.steps))
        }
      }),
    )
  })

  it('is never changed itself', () => {
    fc.assert(
      fc.property(treeAndPlace, ({ tree, place }) => {
        const before = JSON.stringify(tree)
        changeSteps(tree, place, () => [])
        replaceStep(tree, { id: 's1', type: 'cc', name: 'x', candidates: [] })
        expect(JSON.stringify(tree)).toBe(before)
      }),
    )
  })
})

describe('a step that is moved', () => {
  const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 })
  const by = fc.constantFrom<-1 | 1>(-1, 1)

  it('changes places with its neighbour, and goes back', () => {
    fc.assert(
      fc.property(lists, fc.nat(7), by, (list, index, step) => {
        const next = moved(list, index, step)
        expect(next.toSorted()).toEqual(list.toSorted())
        const target = index + step
        if (index >= list.length || target < 0 || target >= list.length) expect(next).toBe(list)
        else expect(moved(next, target, step === 1 ? -1 : 1)).toEqual(list)
      }),
    )
  })
})

describe('a new step', () => {
  const empty: ApprovalTree = { steps: [] }

  it('of approval asks the manager, so that it is valid at once', () => {
    expect(newStep(empty, 'approve', 'Approval', ['a', 'b'])).toMatchObject({
      id: 'approve1',
      name: 'Approval',
      candidates: [{ kind: 'managerLine', from: 1, to: 1 }],
    })
  })

  it('of branches has one without a condition yet, and one for all else', () => {
    const step = newStep(empty, 'branch', 'Branches', ['Large', 'Otherwise'])
    expect(step).toMatchObject({
      kind: 'exclusive',
      branches: [
        { name: 'Large', steps: [] },
        { name: 'Otherwise', otherwise: true, steps: [] },
      ],
    })
  })

  it('of notice is told nobody until somebody says whom', () => {
    expect(newStep(empty, 'cc', 'Notice', ['a', 'b'])).toMatchObject({ type: 'cc', candidates: [] })
  })
})
