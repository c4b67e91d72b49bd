import { expect, it } from 'vitest'
import { ApiProblem, type Fault } from '../../api/problem.ts'
import { weaknessOf } from './password-weakness.ts'

const refusal = (...errors: readonly Fault[]) =>
  new ApiProblem({ code: 'iam.password_weak', title: 'Weak', status: 422, errors })
const fault = (code: string, pointer = '/newPassword'): Fault => ({ pointer, code, detail: code })

it.each([
  'too_short',
  'too_long',
  'contains_username',
  'contains_name',
  'too_simple',
  'breached',
  'same',
])('says that a password is %s', (code) => {
  expect(weaknessOf(refusal(fault(code)))).toBe(code)
})

it.each([
  ['a reason that is new', refusal(fault('in_a_leak'))],
  ['a fault of another field', refusal(fault('too_short', '/currentPassword'))],
  ['a refusal without a reason', refusal()],
  ['no answer', new TypeError('network')],
  ['nothing at all', null],
])('has a word for %s too', (_, error) => {
  expect(weaknessOf(error)).toBe('other')
})
