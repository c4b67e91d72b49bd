import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  initiate,
  sendBytes,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

let setup: Setup
let person: TestUser
let agent: TestUser

beforeAll(async () => {
  setup = await setUp()
  person = setup.makeUser()
  agent = setup.makeUser({ sub: person.id, agent: 'assistant' })
})
afterAll(() => setup.close())

const refused = { status: 403, body: { code: 'auth.user_required' } }
const uploads = '/api/dms/uploads'

/** What the audit log says of an upload, by action. */
async function auditOf(uploadId: string): Promise<Record<string, unknown>> {
  const rows = await setup.db
    .selectFrom('audit_events')
    .where('tenant_id', '=', setup.tenantId)
    .select(['action', 'detail'])
    .execute()
  const found = rows.flatMap(({ action, detail }) => {
    const members = detail as { uploadId?: string; agent?: string }
    return members.uploadId === uploadId ? [[action, members.agent] as const] : []
  })
  return Object.fromEntries(found)
}

describe('the agent of a person', () => {
  it('stores what is new and gives up what it began, and the audit log says so', async () => {
    const made = await upload(setup, agent)
    expect(made).toMatchObject({ versionNo: 1 })
    const id = await initiate(setup, agent, 5)
    expect(await call(setup, agent, 'DELETE', `${uploads}/${id}`)).toMatchObject({ status: 204 })
    expect(await auditOf(id)).toEqual({
      'upload.initiated': 'assistant',
      'upload.aborted': 'assistant',
    })
    const rows = await setup.db
      .selectFrom('audit_events')
      .where('tenant_id', '=', setup.tenantId)
      .where('document_id', '=', made.documentId)
      .select(['action', 'detail'])
      .execute()
    expect(rows.map(({ detail }) => detail)).toEqual(
      rows.map(() => expect.objectContaining({ agent: 'assistant' }) as object),
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'document.created',
      'version.created',
    ])
  })

  it('is not named where the person did it', async () => {
    const id = await initiate(setup, person, 5)
    await call(setup, person, 'DELETE', `${uploads}/${id}`)
    expect(await auditOf(id)).toEqual({
      'upload.initiated': undefined,
      'upload.aborted': undefined,
    })
  })

  it('makes no new version of a document, nor completes one that its person began', async () => {
    const { documentId } = await upload(setup, person)
    const body = { fileName: 'other.txt', sizeBytes: 5, documentId }
    expect(await call(setup, agent, 'POST', `${uploads}/initiate`, body)).toMatchObject(refused)
    const id = await initiate(setup, person, 5, { documentId })
    await sendBytes(setup, person, id, Buffer.from('world'))
    expect(await call(setup, agent, 'POST', `${uploads}/${id}/complete`, {})).toMatchObject(refused)
    expect(await call(setup, person, 'POST', `${uploads}/${id}/complete`, {})).toMatchObject({
      status: 200,
      body: { documentId, versionNo: 2 },
    })
  })

  it('uses no resumable protocol', async () => {
    const id = await initiate(setup, agent, 5)
    const tus = { 'tus-resumable': '1.0.0' }
    expect(await call(setup, agent, 'POST', uploads, undefined, tus)).toMatchObject(refused)
    for (const method of ['HEAD', 'PATCH'] as const)
      expect(await call(setup, agent, method, `${uploads}/${id}`, undefined, tus)).toMatchObject({
        status: 403,
      })
  })
})
