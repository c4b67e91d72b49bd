import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, initiate, sendBytes, type Setup, setUp, upload } from '../testing/setup.ts'

let setup: Setup

beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

interface Case {
  readonly name: string
  readonly prepare: () => Promise<{ path: string; body?: object }>
}

const user = () => setup.makeUser({ sub: '5f0c9f6e-7f0e-4a4e-9c1e-0d6d2b1d8a11' })

async function withStatus(status: 'APPROVED' | 'PUBLISHED'): Promise<string> {
  const { versionId } = await upload(setup, user())
  await setup.db
    .updateTable('document_versions')
    .set({ status })
    .where('id', '=', versionId)
    .execute()
  return versionId
}

async function sourceId(): Promise<string> {
  const { body } = await call(setup, user(), 'GET', '/api/dms/storage-sources')
  return (body['items'] as { id: string }[])[0]?.id ?? ''
}

const document = (path: string, body?: object) => async () => {
  const { documentId } = await upload(setup, user())
  return { path: `/api/dms/documents/${documentId}/${path}`, ...(body ? { body } : {}) }
}

const cases: Case[] = [
  {
    name: 'restore',
    prepare: async () => {
      const { documentId } = await upload(setup, user())
      await call(setup, user(), 'DELETE', `/api/dms/documents/${documentId}`)
      return { path: `/api/dms/documents/${documentId}/restore` }
    },
  },
  { name: 'transfer', prepare: document('transfer', { ownerId: randomUUID() }) },
  {
    name: 'publish',
    prepare: async () => ({ path: `/api/dms/versions/${await withStatus('APPROVED')}/publish` }),
  },
  {
    name: 'archive',
    prepare: async () => ({ path: `/api/dms/versions/${await withStatus('PUBLISHED')}/archive` }),
  },
  {
    name: 'address',
    prepare: async () => {
      const { versionId } = await upload(setup, user())
      return { path: `/api/dms/versions/${versionId}/address`, body: { purpose: 'download' } }
    },
  },
  { name: 'lock', prepare: document('lock', { reason: 'editing' }) },
  {
    name: 'references',
    prepare: document('references', { application: 'expense', type: 'claim', refId: '1' }),
  },
  {
    name: 'complete',
    prepare: async () => {
      const id = await initiate(setup, user(), 5)
      await sendBytes(setup, user(), id, Buffer.from('hello'))
      return { path: `/api/dms/uploads/${id}/complete`, body: {} }
    },
  },
  {
    name: 'default',
    prepare: async () => ({ path: `/api/dms/storage-sources/${await sourceId()}/default` }),
  },
  {
    name: 'check',
    prepare: async () => ({ path: `/api/dms/storage-sources/${await sourceId()}/check` }),
  },
]

describe('Idempotency-Key', () => {
  it.each(cases)('$name: a repeat gets the first answer', async ({ prepare }) => {
    const { path, body } = await prepare()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await call(setup, user(), 'POST', path, body, headers)
    expect([first.status, first.body]).toEqual([expect.toBeOneOf([200, 201]), first.body])
    setup.advance(1_000)

    const again = await call(setup, user(), 'POST', path, body, headers)

    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it.each(cases)('$name: other content is a conflict', async ({ prepare }) => {
    const headers = { 'idempotency-key': randomUUID() }
    await call(setup, user(), 'POST', '/api/dms/folders', { name: randomUUID() }, headers)
    const { path, body } = await prepare()

    const reply = await call(setup, user(), 'POST', path, body, headers)

    expect([reply.status, reply.body['code']]).toEqual([409, 'dms.idempotency_conflict'])
  })

  it('does the work once when the same request arrives five times at once', async () => {
    const { path, body } = await document('transfer', { ownerId: randomUUID() })()
    const headers = { 'idempotency-key': randomUUID() }

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call(setup, user(), 'POST', path, body, headers)),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(replies.filter((reply) => reply.headers['idempotency-replayed'])).toHaveLength(4)
  })

  it('[DMS-09] unlocking a share again gives the same ticket', async () => {
    const { documentId } = await upload(setup, user())
    const share = await call(setup, user(), 'POST', `/api/dms/documents/${documentId}/shares`, {
      password: 'open sesame',
      allowDownload: true,
      allowPreview: false,
    })
    const path = `/api/dms/shares/${String(share.body['token'])}/unlock`
    const headers = { 'idempotency-key': randomUUID() }
    const unlock = (password: string) => call(setup, undefined, 'POST', path, { password }, headers)

    const first = await unlock('open sesame')
    setup.advance(1_000)
    const again = await unlock('open sesame')

    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    // Even with a key of somebody who knew the password, a wrong one opens nothing.
    expect((await unlock('guess')).body['code']).toBe('dms.share_password_wrong')
  })
})
