import { randomUUID } from 'node:crypto'
import { pseudonymOf } from '@countersign/contracts'
import { followErasures } from '@countersign/service-kit/erasures'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { findTexts } from '@countersign/test-kit/canary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})
