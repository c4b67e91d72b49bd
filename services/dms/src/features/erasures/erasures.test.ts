import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pseudonymOf } from '@countersign/contracts'
import { followErasures } from '@countersign/service-kit/people-follow'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { findTexts } from '@countersign/test-kit/canary'
import { programArguments } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { allPermissions, call, type Setup, setUp, upload } from '../../testing/setup.ts'
import { erasureOptions } from './worker.ts'

let setup: Setup
const http = createHttpClient({ userAgent: 'test' })
const tokens = { get: async () => 'token', invalidate: () => undefined }

beforeAll(async () => {
  setup = await setUp()
})
afterAll(async () => {
  await setup.close()
  await http.close()
})

const follow = () =>
  followErasures({
    ...erasureOptions(setup.deps, { iamUrl: setup.bpm.url, http, tokens }),
    settleMs: 0,
  })

describe('the erasure of a person', () => {
  it('takes what lets them in, says what stays, and leaves an audit that verifies', async () => {
    const person = setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
    const other = setup.makeUser()
    const name = `Quillon ${randomUUID()}`
    setup.bpm.names.set(person.id, name)
    const { documentId } = await upload(setup, person)
    const { documentId: free } = await upload(setup, person)
    const { documentId: theirs } = await upload(setup, other)
    const path = (id: string) => `/api/dms/documents/${id}`
    await call(setup, other, 'PUT', `${path(theirs)}/acl`, {
      inherit: false,
      entries: [{ principal: { kind: 'user', id: person.id }, allow: ['read'], deny: [] }],
    })
    expect(
      (await call(setup, person, 'POST', `${path(free)}/lock`, { reason: 'mine' })).status,
    ).toBe(200)
    const held = await call(setup, person, 'POST', `${path(documentId)}/holds`, { reason: 'court' })
    expect(held.status).toBe(201)

    const id = randomUUID()
    setup.bpm.erasures.push({
      id,
      userId: person.id,
      pseudonym: pseudonymOf(person.id),
      phase: 'prepare',
    })
    await follow()
    expect(setup.bpm.reports).toMatchObject([{ service: 'dms', state: 'READY' }])
    Object.assign(setup.bpm.erasures[0] ?? {}, { phase: 'erase' })
    await Promise.all([follow(), follow(), follow()])
    await follow()

    const done = setup.bpm.reports.filter(({ state }) => state === 'DONE')
    expect(done[0]).toMatchObject({
      counts: { document_locks: 1, acl_entries: 1 },
      kept: [
        { code: 'documents', count: 2 },
        { code: 'legal_hold', count: 1, examples: [documentId] },
      ],
    })
    expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await findTexts(setup.db, [name])).toEqual({})
    const auditor = setup.makeUser({ permissions: ['dms:audit:read'] })
    const audit = await call(setup, auditor, 'GET', '/api/dms/audit/verify')
    expect(audit.body).toMatchObject({ faults: [] })
  })
  it('goes on where a process was killed, and counts what went once', async () => {
    const [person, other] = [setup.makeUser(), setup.makeUser()]
    const { documentId: own } = await upload(setup, person)
    const { documentId: theirs } = await upload(setup, other)
    const path = (id: string) => `/api/dms/documents/${id}`
    expect(
      (await call(setup, person, 'POST', `${path(own)}/lock`, { reason: 'mine' })).status,
    ).toBe(200)
    await call(setup, other, 'PUT', `${path(theirs)}/acl`, {
      inherit: false,
      entries: [{ principal: { kind: 'user', id: person.id }, allow: ['read'], deny: [] }],
    })
    const rowsOf = async () => {
      const { rows } = await sql<{ locks: number; entries: number; done: number }>`
        select (select count(*)::int from document_locks where holder_id = ${person.id}) as locks,
          (select count(*)::int from acl_entries where principal = ${`user:${person.id}`}) as entries,
          (select count(*)::int from person_erasures where user_id = ${person.id} and done_at is not null) as done`.execute(
        setup.db,
      )
      return rows[0]
    }
    expect(await rowsOf()).toEqual({ locks: 1, entries: 1, done: 0 })

    // It stands still before it takes what others let them do, and dies there.
    const [released, held] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ]
    const holding = setup.db.transaction().execute(async (tx) => {
      await sql`select from acl_entries where principal = ${`user:${person.id}`} for update`.execute(
        tx,
      )
      held.resolve(undefined)
      await released.promise
    })
    onTestFinished(() => released.resolve(undefined))
    await held.promise
    const id = randomUUID()
    const turn = { id, userId: person.id, pseudonym: pseudonymOf(person.id) }
    setup.bpm.erasures.push({ ...turn, phase: 'erase' })
    const program = new URL('fixtures/erasure-process.ts', import.meta.url)
    const args = [...programArguments(program), setup.databaseUrl, setup.bpm.url]
    const child = spawn(process.execPath, args)
    onTestFinished(() => void child.kill('SIGKILL'))
    const stands = sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'eraser' and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await stands.execute(setup.db)).rows.length, { timeout: 60_000 })
      .toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    released.resolve(undefined)
    await holding
    expect(await rowsOf()).toEqual({ locks: 0, entries: 1, done: 0 })
    const reports = () => setup.bpm.reports.filter(({ state }) => state === 'DONE').slice(earlier)
    const earlier = setup.bpm.reports.filter(({ state }) => state === 'DONE').length

    await follow()
    expect(await rowsOf()).toEqual({ locks: 0, entries: 0, done: 1 })
    expect(reports().map(({ counts }) => counts)).toContainEqual(
      expect.objectContaining({ document_locks: 1, acl_entries: 1 }),
    )
    const auditor = setup.makeUser({ permissions: ['dms:audit:read'] })
    const audit = await call(setup, auditor, 'GET', '/api/dms/audit/verify')
    expect(audit.body).toMatchObject({ faults: [] })
  })
})
