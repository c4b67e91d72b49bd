import { expect, it } from 'vitest'
import { checkDepths, depthsOf } from './depth.ts'
import { plant, sample } from './tree.testing.ts'

const file = 'services/bpm/src/features/tasks/act.ts'

it('counts files outside core and the doors of core, types not at all', () => {
  // act, queries and core/task.ts; behind that door lies core/inner.ts.
  expect(depthsOf(plant(sample))).toEqual([{ file, all: 4, read: 3 }])
})

it('finds a use-case that leads through too many files', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => [
      `services/bpm/src/runtime/step-${index}.ts`,
      index === 40 ? 'export const it = 1' : `export { it } from './step-${index + 1}.ts'`,
    ]),
  )
  const tree = plant({
    ...chain,
    'services/bpm/src/features/tasks/routes.ts': `import { it } from '../../runtime/step-0.ts'`,
  })
  expect(checkDepths(depthsOf(tree))).toEqual([
    'services/bpm/src/runtime/step-0.ts leads through 41 files (41 with the rooms of core/), at most 40',
  ])
})

it('lets a use-case lead through as many as may be', () => {
  expect(checkDepths([{ file, all: 70, read: 40 }])).toEqual([])
})
