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

it('finds what no service imports of the kit, though it is exported', () => {
  const tree = plant({
    'services/bpm/src/main.ts': `import { inTransaction } from '@countersign/service-kit/transaction'
      inTransaction()`,
    'packages/service-kit/src/database/transaction.ts':
      'export const inTransaction = () => 1\nexport const inNothing = () => 2',
  })
  expect(findDead(tree)).toEqual([
    'packages/service-kit/src/database/transaction.ts: nothing in production mentions inNothing',
  ])
})

it('leaves what a published package exports to others, and finds what it has beside that', () => {
  const tree = plant({
    'packages/approval-ui/src/index.ts': `import { panel } from './panel.ts'
      export const element = panel`,
    'packages/approval-ui/src/panel.ts': 'export const panel = 1\nexport const old = 2',
  })
  expect(findDead(tree)).toEqual([
    'packages/approval-ui/src/panel.ts: nothing in production mentions old',
  ])
})

it('sees what is mentioned as an element alone', () => {
  const tree = plant({
    'packages/console/src/main.ts': `import { Page } from './page.tsx'\nPage()`,
    'packages/console/src/page.tsx': `const Head = () => null
      const Foot = () => null
      export const Page = () => <Head />`,
  })
  expect(findDead(tree)).toEqual([
    'packages/console/src/page.tsx: nothing in production mentions Foot',
  ])
})
