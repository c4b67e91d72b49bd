import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { sendAtOnce } from '../../testing/race.ts'
import {
  call,
  initiate,
  sendBytes,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

// Who purges a document locks its uploads after it, and who removes a folder those that were to go into it: who
// completes one waits for document or folder without having the upload.

let setup: Setup
let user: TestUser
beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterAll(() => setup.close())

const bytes = Buffer.from('hello again')

async function receive(target: Record<string, string>): Promise<string> {
  const id = await initiate(setup, user, bytes.length, target)
  expect((await sendBytes(setup, user, id, bytes)).statusCode).toBe(200)
  return id
}

/** Completes the upload while another has what it goes into, and takes the upload after that. */
async function completeDuring(id: string, row: { table: string; id: string }) {
  const complete = () => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
  const takeUpload = async (tx: Transaction<Schema>) => {
    await sql`
      select from uploads
      where tenant_id = ${setup.tenantId} and id = ${id} for update nowait`.execute(tx)
  }
  return (await sendAtOnce(setup, row, complete, 1, takeUpload))[0]
}

it('[DMS-04] completes a version of a document after who locks that before its uploads', async () => {
  const { documentId } = await upload(setup, user)
  const id = await receive({ documentId })

  const done = await completeDuring(id, { table: 'documents', id: documentId })

  expect(done).toMatchObject({ status: 200, body: { documentId, versionNo: 2 } })
})

it('[DMS-04] completes a document of a folder after who locks that before its uploads', async () => {
  const { body } = await call(setup, user, 'POST', '/api/dms/folders', { name: 'some' })
  const folderId = String(body['id'])
  const id = await receive({ folderId })

  const done = await completeDuring(id, { table: 'folders', id: folderId })

  expect(done).toMatchObject({ status: 200, body: { versionNo: 1 } })
  const path = `/api/dms/documents/${String(done?.body['documentId'])}`
  expect((await call(setup, user, 'GET', path)).body).toMatchObject({ folderId })
})
