import { randomUUID } from 'node:crypto'
import { useDatabase } from '@countersign/test-kit/database'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptInstance } from './apply-event.ts'
import { openDatabase, type Tables } from './db.ts'
import { ApiError } from './errors.ts'
import { findExpense, insertExpense } from './queries.ts'
import { resubmitExpense } from './resubmit.ts'
import type { Signed } from './signed.ts'
import type { Approval, ExpenseVariables, Workflow } from './workflow.ts'

const tenantId = randomUUID()
const subject = randomUUID()
const user = { tenantId, token: 'token', caller: { subject, permissions: [] } } as unknown as Signed
let db: Kysely<Tables>

beforeAll(async () => {
  const { url } = await useDatabase({ migrations: new URL('../migrations/', import.meta.url) })
  db = openDatabase(url, () => {})
})
afterAll(() => db.destroy())

async function storeReturned(): Promise<string> {
  const draft = { title: 'Fair', reason: 'stand', amount: 900, approvers: [], attachments: [] }
  const row = await insertExpense(db, tenantId, subject, draft)
  const id = row?.id ?? ''
  await adoptInstance(db, tenantId, id, { id: randomUUID(), status: 'RETURNED' })
  return id
}

/** An approval that was returned, with the optimistic lock and the refusals of the workflow service. */
function fakeWorkflow(waits: (step: string, amount: number) => Promise<void>) {
  let approval: Approval = {
    status: 'RETURNED',
    revision: 1,
    variables: { amount: 900, reason: 'stand' },
  }
  const move = (change: Partial<Approval>) => {
    approval = { ...approval, ...change, revision: approval.revision + 1 }
  }
  const workflow: Pick<Workflow, 'read' | 'update' | 'resubmit'> = {
    read: async () => approval,
    async update(_tenantId, _id, variables, revision) {
      await waits('update', variables.amount)
      if (revision !== approval.revision) throw new ApiError(412, 'bpm.revision_mismatch', 'moved')
      move({ variables })
    },
    async resubmit(_token, _id, { amount }: ExpenseVariables) {
      await waits('resubmit', amount)
      if (approval.status !== 'RETURNED') throw new ApiError(409, 'bpm.not_returned', 'no')
      if (amount !== approval.variables.amount)
        throw new ApiError(409, 'bpm.variables_differ', 'others')
      move({ status: 'RUNNING' })
    },
  }
  return { workflow: workflow as Workflow, now: () => approval }
}

it.each(['update', 'resubmit'])(
  '[BPM-14] sends one of two corrections on its way, and keeps its values: one waits at its %s',
  async (held) => {
    const id = await storeReturned()
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { workflow, now } = fakeWorkflow(async (step, amount) => {
      if (step !== held || amount !== 10_000) return
      reached.resolve()
      await goOn.promise
    })
    const correct = (amount: number) => resubmitExpense({ db, workflow }, user, id, { amount })
    const second = correct(10_000)
    await reached.promise
    const first = await correct(100)
    expect([first.amount, first.status]).toEqual(['100.00', 'RUNNING'])
    goOn.resolve()
    await expect(second).rejects.toMatchObject({ status: 409, code: 'expense.corrected_otherwise' })
    expect(now()).toMatchObject({ status: 'RUNNING', variables: { amount: 100 } })
    expect(await findExpense(db, tenantId, id)).toMatchObject({
      amount: '100.00',
      status: 'RUNNING',
    })
  },
)

it('[BPM-14] keeps what its approvers see also where the other correction was stored last', async () => {
  const id = await storeReturned()
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { workflow, now } = fakeWorkflow(async (step, amount) => {
    if (step !== 'resubmit' || amount !== 100) return
    reached.resolve()
    await goOn.promise
  })
  const correct = (amount: number) => resubmitExpense({ db, workflow }, user, id, { amount })
  const first = correct(100)
  await reached.promise
  const second = await correct(10_000)
  goOn.resolve()
  await expect(first).rejects.toMatchObject({ code: 'expense.corrected_otherwise' })
  expect([second.amount, now().variables.amount]).toEqual(['10000.00', 10_000])
  expect(await findExpense(db, tenantId, id)).toMatchObject({ amount: '10000.00' })
})
