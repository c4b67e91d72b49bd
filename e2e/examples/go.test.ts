// @module-tag example-go
import { expect, inject, it } from 'vitest'
import { haveExpenseApproved, passVectors, verifyReceiver } from './example.ts'

it('[EVT-01] [EVT-03] Go: events are received exactly once, and from nobody else', async () => {
  expect(await verifyReceiver([inject('goExample')])).toMatch(/\n[1-9]\d* passed, 0 failed\n$/)
})

it('Go: an expense is filed, approved and known to be', () =>
  haveExpenseApproved([inject('goExample')]))

it('[EVT-03] Go: the test vectors of tokens, signatures and sequences', () =>
  passVectors([`${inject('goExample')}.test`, '-test.v']))
