// @module-tag example-python
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { haveExpenseApproved, passVectors, verifyReceiver } from './example.ts'

const file = (name: string) =>
  fileURLToPath(new URL(`../../examples/python/${name}`, import.meta.url))
const program = file('main.py')

it('[EVT-01] [EVT-03] Python: events are received exactly once, and from nobody else', async () => {
  expect(await verifyReceiver([inject('pythonExample'), program])).toMatch(
    /\n[1-9]\d* passed, 0 failed\n$/,
  )
})

it('Python: an expense is filed, approved and known to be', () =>
  haveExpenseApproved([inject('pythonExample'), program]))

it('Python: bodies that are no expense, approvals that were restored, a platform that is away', () =>
  passVectors([inject('pythonExample'), file('test_main.py')]))

it('[EVT-03] Python: the test vectors of tokens, signatures and sequences', () =>
  passVectors([inject('pythonExample'), file('test_vectors.py')]))
