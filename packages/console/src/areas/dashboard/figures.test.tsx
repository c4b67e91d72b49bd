import { beforeAll, expect, it } from 'vitest'
import { speak } from '../../testing/page.tsx'
import { figuresOf } from './figures.ts'

beforeAll(() => speak('en'))

it('says nothing of how long took what has not ended, and of the share of none', () => {
  const nothing = { started: 0, ended: 0, medianSeconds: 0, returnRate: 0 }
  expect(figuresOf(nothing)).toEqual({ started: '0', ended: '0', median: '–', returnRate: '–' })
  expect(figuresOf({ ...nothing, started: 8 })).toMatchObject({ median: '–', returnRate: '0%' })
})

it('says what is known', () => {
  const some = { started: 1_200, ended: 3, medianSeconds: 90, returnRate: 0.255 }
  expect(figuresOf(some)).toEqual({
    started: '1,200',
    ended: '3',
    median: '1.5 min',
    returnRate: '26%',
  })
})
