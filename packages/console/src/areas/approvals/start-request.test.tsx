import { describe, expect, it } from 'vitest'
import { ApiProblem, unreachable } from '../../api/problem.ts'
import { missingChoices } from '../../shared/people/selections.tsx'
import { aBizType, ann, bob } from '../../testing/samples.ts'
import { isUnshown, missingFields, toStartRequest, type StartValues } from './start-request.ts'

const bizType = aBizType({
  variables: [
    { name: 'amount', type: 'number', required: true },
    { name: 'reason', type: 'string' },
  ],
})
const values: StartValues = {
  title: ' Trip ',
  bizId: ' EX-1 ',
  variables: { amount: 5, reason: '' },
  chosen: { board: [ann, bob], later: [] },
  cc: [],
}

it('sends what was typed without the spaces around it, people by their ids, and no empty choice', () => {
  expect(toStartRequest(bizType, values)).toEqual({
    bizType: 'expense',
    title: 'Trip',
    bizId: 'EX-1',
    variables: { amount: 5 },
    selections: { board: [ann.id, bob.id] },
  })
})

it('sends whom it is shown to, when there is somebody', () => {
  expect(toStartRequest(bizType, { ...values, cc: [bob] })).toMatchObject({ cc: [bob.id] })
})

describe('the form lacks', () => {
  it.each([
    ['nothing when all that is required is there', {}, [[], []]],
    ['a title', { title: '  ' }, [['title'], []]],
    ['a number', { bizId: '' }, [['bizId'], []]],
    ['a required variable', { variables: { amount: '', reason: 'x' } }, [[], ['amount']]],
  ])('%s', (_, changes, [head, variables]) => {
    expect(missingFields(bizType, { ...values, ...changes })).toEqual({ head, variables })
  })
})

describe('a choice of people is missing', () => {
  const node = { id: 'board', name: 'Board' }
  it.each([
    ['nowhere', [], {}, []],
    ['where it is required and nobody is chosen', [{ node, required: true }], {}, ['board']],
    [
      'where those who were chosen are taken away again',
      [{ node, required: true }],
      { board: [] },
      ['board'],
    ],
    ['not where somebody is chosen', [{ node, required: true }], { board: [ann] }, []],
    ['not where it may be made later', [{ node, required: false }], {}, []],
  ])('%s', (_, offered, chosen, missing) => {
    expect(missingChoices(offered, chosen)).toEqual(missing)
  })
})

describe('a refusal is told beside the form', () => {
  const refusal = (...pointers: readonly string[]) =>
    new ApiProblem({
      code: 'bpm.start_invalid',
      title: 'Not valid',
      status: 422,
      errors: pointers.map((pointer) => ({ pointer, code: 'x', detail: 'x' })),
    })

  it.each([
    ['when it names no field', refusal(), true],
    [
      'when it names one that the form does not have',
      refusal('/variables/amount', '/variables/other'),
      true,
    ],
    ['not when its fields show all of it', refusal('/title', '/bizId', '/variables/amount'), false],
    ['not when it is about whom to ask', refusal('/selections/board'), false],
    ['when there was no answer', unreachable(new TypeError()), true],
    ['when the page has a fault', new TypeError('x'), true],
    ['not while there is none', null, false],
  ])('%s', (_, error, told) => {
    expect(isUnshown(error, bizType)).toBe(told)
  })
})
