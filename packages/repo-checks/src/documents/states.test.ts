import { expect, it } from 'vitest'
import { statesPage } from './states.ts'

it('draws every state, also a final one, and joins actions that lead to the same', () => {
  const page = statesPage([
    {
      title: 'bpm: task',
      file: 'services/bpm/src/core/task.ts',
      transitions: { OPEN: { approve: 'DONE', skip: 'DONE', delegate: 'OPEN' }, DONE: {} },
    },
  ])

  expect(page).toContain('## bpm: task')
  expect(page).toContain(
    ['  OPEN', '  DONE', '  OPEN --> DONE: approve, skip', '  OPEN --> OPEN: delegate'].join('\n'),
  )
})
