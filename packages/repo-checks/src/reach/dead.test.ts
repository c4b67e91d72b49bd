import { expect, it } from 'vitest'
import { findDead } from './dead.ts'
import { plant } from './tree.testing.ts'

it('finds what nothing in production mentions', () => {
  const tree = plant({
    'services/bpm/src/main.ts': `import { act } from './act.ts'\nact()`,
    'services/bpm/src/act.ts': 'export const act = () => 1\nexport const plan = () => plan()',
  })
  expect(findDead(tree)).toEqual(['services/bpm/src/act.ts: nothing in production mentions plan'])
})
