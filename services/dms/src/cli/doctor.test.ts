import { createDatabase } from '@countersign/service-kit/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Schema } from '../db/schema.ts'
import { createTools } from '../conversion/tools.ts'
import { createClamdScanner } from '../scanning/clamd.ts'
import { type Setup, setUp, upload } from '../testing/setup.ts'
import { diagnose } from './doctor.ts'

let setup: Setup

beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

it('[DMS-10] finds database and sources well, and names what is not', async () => {
  await upload(setup, setup.makeUser())

  const well = await diagnose(setup.deps, setup.databaseUrl)
  const answers = { ok: true, detail: 'answers' }
  expect(well.slice(0, 5)).toMatchObject([
    { check: 'the database answers', ok: true },
    { check: 'migrations are applied', ok: true, detail: 'none is pending' },
    { check: `source default of tenant ${setup.tenantId}`, ...answers },
    { check: 'iam', ...answers },
    { check: 'bpm', ...answers },
  ])
  expect(well.every(({ ok }) => ok)).toBe(true)

  const scanner = createClamdScanner('tcp://127.0.0.1:1', 200)
  const db = createDatabase<Schema>({
    url: 'postgresql://127.0.0.1:1/nothing',
    poolSize: 1,
    applicationName: 'test',
    log: setup.deps.log,
  })
  const ill = await diagnose({ ...setup.deps, db, scanner }, setup.databaseUrl)
  await db.destroy()
  expect(ill).toMatchObject([
    { check: 'the database answers', ok: false },
    {
      check: 'scanner',
      ok: false,
      detail: 'the scanner gave no answer connect ECONNREFUSED 127.0.0.1:1',
    },
    ...well.slice(5),
  ])
})

it('names the services that give no answer to its token', async () => {
  setup.bpm.faults.directory = { status: 401, body: {} }
  setup.bpm.faults.find = { status: 403, body: {} }
  const findings = await diagnose(setup.deps, setup.databaseUrl)
  expect(findings).toContainEqual({
    check: 'iam',
    ok: false,
    detail: 'Users, roles and departments cannot be looked up now. the directory answered 401',
  })
  expect(findings).toContainEqual({
    check: 'bpm',
    ok: false,
    detail: 'gives no answer that can be used',
  })
})

it('names the tools for previews, and what is not there without one', async () => {
  const tools = createTools('/nowhere')
  const bare = await diagnose({ ...setup.deps, tools }, setup.databaseUrl)
  expect(bare).toContainEqual({
    check: 'tool soffice',
    ok: true,
    detail: 'not installed, so there are no previews of Office files',
  })

  const strict = createTools('/nowhere', true)
  const refused = await diagnose({ ...setup.deps, tools: strict }, setup.databaseUrl)
  expect(refused.at(-1)).toEqual({
    check: 'isolation of tools',
    ok: false,
    detail: 'network not cut off, memory not limited',
  })
})
