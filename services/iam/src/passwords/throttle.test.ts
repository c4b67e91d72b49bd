import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startFreshIam } from '../testing/start.ts'
import { accountBudget, placeBudget } from '../core/throttle.ts'
import { countTry, forgetTry, giveTryBack } from './throttle.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())
beforeEach(async () => {
  await iam.deps.db.deleteFrom('sign_in_attempts').execute()
  await iam.deps.db.deleteFrom('sign_in_budgets').execute()
})

const at = new Date('2026-01-01T00:00:00Z')
const ofName = (name: string) => ({ of: 'iam', name, address: '192.0.2.1' })
const budgets = async () => {
  const rows = await iam.deps.db.selectFrom('sign_in_budgets').select('full_at').execute()
  return rows.map(({ full_at }) => full_at.getTime() - at.getTime()).toSorted((a, b) => a - b)
}
const attempts = () => iam.deps.db.selectFrom('sign_in_attempts').select('failures').execute()

it('[IAM-18] a right password is counted by one statement and forgotten by another', async () => {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = iam.deps.db.withPlugin(counter)
  for (const typed of [ofName('ada'), { ...ofName('ada'), knownDevice: 'laptop' }]) {
    statements = 0
    expect(await countTry(db, typed, at)).toBeUndefined()
    expect(statements).toBe(1)
    await forgetTry(db, typed, at)
    expect(statements).toBe(2)
  }
})

it('[IAM-18] what a right password gives back is what its try spent', async () => {
  const { db } = iam.deps
  await countTry(db, ofName('grace'), at)
  await countTry(db, ofName('ada'), at)
  expect(await budgets()).toEqual([
    2 * placeBudget.backMs,
    accountBudget.backMs,
    accountBudget.backMs,
  ])
  await forgetTry(db, ofName('ada'), at)
  expect(await budgets()).toEqual([0, placeBudget.backMs, accountBudget.backMs])
  expect(await attempts()).toEqual([{ failures: 1 }])
  // A known device spends of neither, and gives nothing back.
  const known = { ...ofName('grace'), knownDevice: 'laptop' }
  await countTry(db, known, at)
  await forgetTry(db, known, at)
  expect(await budgets()).toEqual([0, placeBudget.backMs, accountBudget.backMs])
})

it('[IAM-18] a password that nobody looked at spends nothing, and forgets nothing', async () => {
  const { db } = iam.deps
  await countTry(db, ofName('ada'), at)
  await countTry(db, ofName('ada'), at)
  await giveTryBack(db, ofName('ada'))
  expect(await attempts()).toEqual([{ failures: 1 }])
  expect(await budgets()).toEqual([placeBudget.backMs, accountBudget.backMs])
  for (let i = 0; i < placeBudget.tries; i++) {
    expect(await countTry(db, ofName('grace'), at)).toBeUndefined()
    await giveTryBack(db, ofName('grace'))
  }
  expect(await attempts()).toEqual([{ failures: 1 }])
  expect(await budgets()).toEqual([0, placeBudget.backMs, accountBudget.backMs])
})

it('[IAM-18] an account, and a place, whose tries are spent waits from its first one', async () => {
  const { db } = iam.deps
  for (let i = 0; i < accountBudget.tries; i++)
    expect(
      await countTry(db, { of: 'iam', name: 'ada', address: `198.51.100.${i}` }, at),
    ).toBeUndefined()
  expect(await countTry(db, ofName('ada'), at)).toBe(accountBudget.backMs / 1000)
  for (let i = 0; i < placeBudget.tries; i++)
    expect(await countTry(db, ofName(`name-${i}`), at)).toBeUndefined()
  expect(await countTry(db, ofName('yet-another'), at)).toBe(placeBudget.backMs / 1000)
})

it('[IAM-18] tries and right passwords at once wait for each other and never in a ring', async () => {
  const { db } = iam.deps
  const work = Array.from({ length: 60 }, async (_, i) => {
    const typed = ofName(`name-${i % 3}`)
    for (let j = 0; j < 5; j++) {
      await countTry(db, typed, at)
      await forgetTry(db, typed, at)
    }
  })
  await Promise.all(work)
  expect((await budgets()).every((ms) => ms <= 0)).toBe(true)
  expect(await attempts()).toEqual([])
})
