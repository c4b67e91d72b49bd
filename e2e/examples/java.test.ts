// @module-tag example-java
import { expect, inject, it } from 'vitest'
import { haveExpenseApproved, verifyReceiver } from './example.ts'

it('[EVT-01] [EVT-03] Java: events are received exactly once, and from nobody else', async () => {
  expect(await verifyReceiver(['java', '-jar', inject('javaExample')])).toMatch(
    /\n[1-9]\d* passed, 0 failed\n$/,
  )
})

it('Java: an expense is filed, approved and known to be', () =>
  haveExpenseApproved(['java', '-jar', inject('javaExample')]))
