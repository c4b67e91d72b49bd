import { expect, it } from 'vitest'
import { ApiProblem, faultsByField, toProblem } from './problem.ts'

const body = {
  code: 'bpm.variables_invalid',
  title: 'Wrong values',
  status: 422,
  errors: [
    { pointer: '/variables/amount', code: 'type', detail: 'not a number' },
    { pointer: '/variables/amount', code: 'range', detail: 'too much' },
    { pointer: '/variables/a~1b', code: 'type', detail: 'not a text' },
    { pointer: '/title', code: 'length', detail: 'too long' },
  ],
}

it('finds the field of each fault by its pointer, the first one first', () => {
  expect(faultsByField(new ApiProblem(body), '/variables')).toEqual({
    amount: 'not a number',
    'a/b': 'not a text',
  })
  expect(faultsByField(new ApiProblem(body))['title']).toBe('too long')
  expect(faultsByField(new Error('other'))).toEqual({})
})

it('makes a problem of an answer that is none, with the number of the request', () => {
  const headers = { 'x-request-id': 'r-1' }
  const found = toProblem('<html>', new Response('', { status: 502, headers }))
  expect(found.body).toMatchObject({ status: 502, requestId: 'r-1' })
  expect(toProblem(body, new Response('', { status: 422 })).code).toBe('bpm.variables_invalid')
})
