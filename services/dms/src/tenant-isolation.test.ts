import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allPermissions,
  call,
  initiate,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from './testing/setup.ts'

let setup: Setup

beforeAll(async () => {
  setup = await setUp()
})
afterAll(() => setup.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

interface Operation {
  readonly method: Method
  readonly path: string
  readonly hasBody: boolean
}

/** The route table as the service itself documents it. */
async function listRoutes(): Promise<Operation[]> {
  const { body } = await call(setup, undefined, 'GET', '/openapi.json')
  const paths = body['paths'] as Record<
    string,
    Record<string, { requestBody?: { content: object } }>
  >
  return Object.entries(paths).flatMap(([path, { options: _anyone, ...operations }]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      method: method.toUpperCase() as Method,
      path,
      hasBody: 'application/json' in (requestBody?.content ?? {}),
    })),
  )
}

// A valid body for each route that has one: the refusal must be about the tenant, not the shape.
const bodies: Record<string, object> = {
  'POST /api/dms/uploads/{id}/complete': {},
  'PATCH /api/dms/documents/{documentId}': { title: 'x' },
  'POST /api/dms/documents/{documentId}/transfer': { ownerId: randomUUID() },
  'POST /api/dms/versions/{versionId}/address': { purpose: 'download' },
  'PATCH /api/dms/versions/{versionId}': { note: 'x' },
  'POST /api/dms/versions/{versionId}/restore': {},
  'POST /api/dms/documents/{documentId}/holds': { reason: 'x' },
  'PATCH /api/dms/folders/{folderId}': { name: 'x' },
  'PUT /api/dms/documents/{documentId}/acl': { inherit: true, entries: [] },
  'PUT /api/dms/folders/{folderId}/acl': { inherit: true, entries: [] },
  'POST /api/dms/documents/{documentId}/lock': { reason: 'x' },
  'POST /api/dms/documents/{documentId}/references': { application: 'a', type: 't', refId: 'r' },
  'POST /api/dms/documents/{documentId}/approval': {
    versionId: randomUUID(),
    title: 'x',
    requestKey: 'k',
  },
  'POST /api/dms/documents/{documentId}/approval/resubmit': {},
  'POST /api/dms/versions/{versionId}/records': { language: 'en' },
  'POST /api/dms/documents/{documentId}/shares': { allowDownload: true, allowPreview: true },
  'PATCH /api/dms/documents/{documentId}/shares/{shareId}': { allowDownload: true },
  'PATCH /api/dms/storage-sources/{sourceId}': { name: 'x' },
  'POST /api/dms/storage-sources/{sourceId}/migrations': { targetId: randomUUID() },
}

/** One of each thing that routes name, and whose they are. */
async function makeThings() {
  const owner = setup.makeUser()
  const { documentId, versionId } = await upload(setup, owner)
  const uploadId = await initiate(setup, owner, 5)
  const folder = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
  const share = await call(setup, owner, 'POST', `/api/dms/documents/${documentId}/shares`, {
    allowDownload: true,
    allowPreview: true,
  })
  const source = await setup.db.selectFrom('storage_sources').select('id').executeTakeFirstOrThrow()
  const values: Record<string, string> = {
    documentId,
    versionId,
    id: uploadId,
    folderId: String(folder.body['id']),
    shareId: String(share.body['id']),
    sourceId: source.id,
    referenceId: randomUUID(),
    holdId: randomUUID(),
    policyId: randomUUID(),
    migrationId: randomUUID(),
    recordId: randomUUID(),
    number: '1',
  }
  return { owner, values }
}

const isOpen = (path: string) => /\/(public|shares\/\{token\}|temporary|actuator)/.test(path)

const listOwned = async () =>
  (await listRoutes()).filter(
    ({ path }) => path.startsWith('/api/dms/') && path.includes('{') && !isOpen(path),
  )

/** Calls a route with things that are there and a body that fits. */
async function callRoute(
  user: TestUser,
  { method, path, hasBody }: Operation,
  values: Readonly<Record<string, string>>,
  headers: Record<string, string>,
) {
  const name = `${method} ${path}`
  const url = path.replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? value)
  const { versionId } = values
  const query = path.endsWith('/compare') ? `?from=${versionId}&to=${versionId}` : ''
  const body = bodies[name]
  if (path.includes('{')) expect(hasBody && body === undefined, `a body for ${name}`).toBe(false)
  return { name, ...(await call(setup, user, method, url + query, body, headers)) }
}

describe('tenant isolation', () => {
  it('[GEN-03] [DMS-07] every route that names a thing is 404 for another tenant, whatever it claims', async () => {
    const { owner, values } = await makeThings()
    // The same person in another tenant, with every permission there.
    const outsider = setup.makeUser({
      sub: owner.id,
      tenantId: randomUUID(),
      permissions: [...allPermissions, 'dms:document:admin'],
    })
    const routes = await listOwned()
    expect(routes.length).toBeGreaterThan(35)
    const claims = { 'x-tenant-id': setup.tenantId, 'x-user-id': owner.id }
    for (const route of routes) {
      const { name, status } = await callRoute(outsider, route, values, claims)
      expect([name, status]).toEqual([name, 404])
    }
  })

  it('[DMS-07] every route that names a thing of somebody is 404 for another user of the tenant', async () => {
    const { owner, values } = await makeThings()
    const stranger = setup.makeUser()
    for (const route of await listOwned()) {
      // Sources, holds, rules and migrations belong to nobody: their permissions alone decide.
      if (/\{(?:sourceId|policyId)\}|\/holds/.test(route.path)) continue
      const { name, status } = await callRoute(stranger, route, values, {})
      expect([name, status]).toEqual([name, 404])
    }
    // The owner finds what they name, so that the 404 was about the stranger.
    const found = await call(setup, owner, 'GET', `/api/dms/documents/${values['documentId']}`)
    expect(found.status).toBe(200)
  })

  it('[GEN-03] [DMS-07] what a body or a query names of somebody else is not there either', async () => {
    const { values: theirs } = await makeThings()
    const { documentId, versionId, folderId } = theirs
    const outsider = { tenantId: randomUUID(), permissions: allPermissions }
    for (const user of [setup.makeUser(outsider), setup.makeUser()]) {
      const mine = await upload(setup, user)
      const made = await call(setup, user, 'POST', '/api/dms/folders', { name: randomUUID() })
      const own = `/api/dms/documents/${mine.documentId}`
      const file = { fileName: 'a.txt', sizeBytes: 1 }
      const terms = { allowDownload: true, allowPreview: true }
      const start = { versionId, title: 'x', requestKey: randomUUID() }
      const requests: [Method, string, object | undefined, number][] = [
        ['POST', '/api/dms/uploads/initiate', { ...file, documentId }, 404],
        ['POST', '/api/dms/uploads/initiate', { ...file, folderId }, 404],
        ['POST', '/api/dms/folders', { name: 'x', parentId: folderId }, 404],
        ['PATCH', `/api/dms/folders/${String(made.body['id'])}`, { parentId: folderId }, 404],
        ['PATCH', own, { folderId }, 404],
        ['GET', `${own}/compare?from=${mine.versionId}&to=${versionId}`, undefined, 404],
        ['POST', '/api/dms/documents/archive', { versionIds: [mine.versionId, versionId] }, 404],
        ['POST', `${own}/shares`, { ...terms, versionId }, 422],
        ['POST', `${own}/approval`, start, 422],
      ]
      for (const [method, path, body, expected] of requests) {
        const { status } = await call(setup, user, method, path, body)
        expect([method, path, status]).toEqual([method, path, expected])
      }
      const listed = await call(setup, user, 'GET', `/api/dms/documents?folderId=${folderId}`)
      expect(listed.body['items']).toEqual([])
      const unseen = await call(setup, user, 'GET', `/api/dms/documents/${documentId}/access`)
      expect(unseen.status).toBe(404)
    }
  })

  it('[DMS-07] every route but the open ones refuses a service, whatever it may ask for', async () => {
    const { values } = await makeThings()
    const scopes = ['dms:document:read', 'dms:document:write', 'dms:source:admin', 'dms:audit:read']
    const token = setup.issuer.serviceToken({
      clientId: 'expense-app',
      scopes: [...scopes, `tenant:${setup.tenantId}`],
      tenantId: setup.tenantId,
    })
    const service = { id: 'expense-app', token, headers: { authorization: `Bearer ${token}` } }
    for (const route of await listRoutes()) {
      if (isOpen(route.path) || !route.path.startsWith('/api/dms/')) continue
      const { name, status, body } = await callRoute(service, route, values, {})
      const code = route.method === 'HEAD' ? undefined : 'auth.user_required'
      expect([name, status, body['code']]).toEqual([name, 403, code])
    }
  })

  it('[GEN-03] lists nothing of another tenant', async () => {
    const owner = setup.makeUser()
    await upload(setup, owner)
    const permissions = [...allPermissions, 'dms:document:admin']
    const outsider = setup.makeUser({ sub: owner.id, tenantId: randomUUID(), permissions })

    const sources = '/api/dms/storage-sources'
    const theirs = await call(setup, owner, 'GET', sources)
    const own = await call(setup, outsider, 'GET', sources)
    const idsOf = ({ body }: typeof own) => (body['items'] as { id: string }[]).map(({ id }) => id)
    expect(idsOf(theirs)).toHaveLength(1)
    expect(idsOf(own)).not.toEqual(expect.arrayContaining(idsOf(theirs)))

    for (const { method, path } of await listRoutes()) {
      if (method !== 'GET' || path.includes('{') || !path.startsWith('/api/dms/')) continue
      // Every tenant has a source of its own from the first look on.
      if (path === sources) continue
      const { body } = await call(setup, outsider, 'GET', path)
      // Reading the audit is in the reader's own.
      if (path.endsWith('/verify')) expect(body['checked']).toBeLessThanOrEqual(1)
      else if (path.endsWith('/scan-policy')) expect(body['policy']).toBe('DEPLOYMENT')
      else if (path.endsWith('-reading-policy')) expect(body['keepSeconds']).toBe(0)
      else if (path.endsWith('-filing-policy')) expect(body['languages']).toEqual([])
      else expect([path, body['items']]).toEqual([path, []])
    }
  })

  it('[GEN-04] every route but the open ones refuses a caller without a token or with a wrong one', async () => {
    const foreign = { authorization: 'Bearer not.a.token' }

    for (const { method, path } of await listRoutes()) {
      if (isOpen(path)) continue
      const url = path.replaceAll(/\{\w+\}/g, randomUUID())
      const missing = await call(setup, undefined, method, url)
      const wrong = await call(setup, undefined, method, url, undefined, foreign)
      const codes = ['auth.token_missing', 'auth.invalid_token']
      expect([path, missing.status, wrong.status]).toEqual([path, 401, 401])
      // An answer to HEAD has no body.
      if (method === 'HEAD') continue
      expect([path, missing.body['code'], wrong.body['code']]).toEqual([path, ...codes])
    }
  })
})
