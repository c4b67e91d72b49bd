import { afterAll, beforeAll, expect, it } from 'vitest'
import { diagnose } from './doctor.ts'
import { createClamdScanner } from './scanner.ts'
import { type Setup, setUp, upload } from './testing/setup.ts'

let setup: Setup

beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

it('[DMS-10] finds database and sources well, and names what is not', async () => {
  await upload(setup, setup.makeUser())

  const well = await diagnose(setup.deps, setup.databaseUrl)
  expect(well).toEqual([
    { check: 'database', ok: true },
    { check: `source default of tenant ${setup.tenantId}`, ok: true },
  ])

  const scanner = createClamdScanner('tcp://127.0.0.1:1', 200)
  const ill = await diagnose({ ...setup.deps, scanner }, 'postgresql://127.0.0.1:1/nothing')
  expect(ill).toMatchObject([
    { check: 'database', ok: false },
    { check: 'scanner', ok: false, detail: 'the scanner gave no answer' },
  ])
})
