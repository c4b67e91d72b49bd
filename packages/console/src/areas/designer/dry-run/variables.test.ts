import { expect, it } from 'vitest'
import { withVariable } from './variables.ts'

it('sends what was filled in, and not what was emptied again', () => {
  const filled = withVariable(withVariable({}, 'amount', 5), 'reason', 'trip')
  expect(filled).toEqual({ amount: 5, reason: 'trip' })
  expect(withVariable(filled, 'reason', undefined)).toEqual({ amount: 5 })
  expect(withVariable(filled, 'amount', 0)).toEqual({ amount: 0, reason: 'trip' })
  expect(filled).toEqual({ amount: 5, reason: 'trip' })
})
