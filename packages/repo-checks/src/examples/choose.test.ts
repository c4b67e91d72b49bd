import type { RecordedCall } from '@countersign/test-kit/answers/record'
import { expect, it } from 'vitest'
import { chooseExamples } from './choose.ts'

const operation = 'POST /things'
const wanted = { request: true, statuses: [201] }
const calls: readonly RecordedCall[] = [
  { operation, status: 201, request: { name: 'a' }, answer: { id: 1 } },
  { operation, status: 201, request: { name: 'a', size: 2 }, answer: { id: 1, size: 2 } },
  { operation, status: 201, request: { name: '<b>', size: 2, x: 1 }, answer: { id: 1, x: 1 } },
]

it('takes the fullest call, and no text that a test tries out', () => {
  expect(chooseExamples(operation, wanted, {}, calls, () => true)).toEqual({
    request: { name: 'a', size: 2 },
    answers: { 201: { id: 1, size: 2 } },
  })
})

it('keeps what there is as long as the document takes it', () => {
  const had = { request: { name: 'old' }, answers: { 201: { id: 7 }, 202: {} } }
  const isNew = (_: string, status: number | undefined, example: unknown) =>
    status === undefined || JSON.stringify(example).includes('size')
  expect(chooseExamples(operation, wanted, had, calls, isNew)).toEqual({
    request: { name: 'old' },
    answers: { 201: { id: 1, size: 2 } },
  })
})

it('shows an empty request where nothing else was ever sent', () => {
  const isEmpty = (_: string, status: number | undefined, example: unknown) =>
    status === undefined && JSON.stringify(example) === '{}'
  expect(chooseExamples(operation, wanted, {}, calls, isEmpty)).toEqual({ request: {} })
})

it('has nothing to show where nothing was recorded that fits', () => {
  expect(chooseExamples(operation, wanted, {}, calls, () => false)).toEqual({})
})
