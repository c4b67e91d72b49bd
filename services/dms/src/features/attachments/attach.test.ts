import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalOf, asWorkflow } from '../../testing/attached.ts'
import { bindVersion } from '../../testing/bound.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

const path = '/internal/v1/dms/attachments'

/** As the workflow service asks; answers the ids of what may be attached. */
async function ask(
  { id: userId }: Pick<TestUser, 'id'>,
  versions: readonly { readonly documentId: string; readonly versionId: string }[],
) {
  const asked = versions.map(({ documentId, versionId }) => ({ documentId, versionId }))
  const body = { userId, versions: asked }
  const answer = await call(setup, asWorkflow(setup), 'POST', path, body)
  return answer.body['readable'] as { versionId: string; sha256: string }[]
}

it('[DMS-07] tells what somebody may attach, by lists and by tasks, and no more than that', async () => {
  const own = await upload(setup, owner)
  const bound = await bindVersion(setup, owner)
  const approver = setup.makeUser()
  await bound.ask(approver)
  const mixed = { documentId: own.documentId, versionId: bound.versionId }
  const none = { documentId: randomUUID(), versionId: randomUUID() }
  const all = [own, bound, mixed, none]
  const readable = async (id: string) => (await ask({ id }, all)).map(({ versionId }) => versionId)

  expect(await readable(owner.id.toUpperCase())).toEqual([own.versionId, bound.versionId])
  expect(await readable(approver.id)).toEqual([bound.versionId])
  await bound.end(approver)
  expect(await readable(approver.id)).toEqual([])
})

it('[DMS-11] tells the digest of the bytes, by the id as its row has it', async () => {
  const { documentId, versionId } = await upload(setup, owner, Buffer.from('annex'))
  const upper = { documentId: documentId.toUpperCase(), versionId: versionId.toUpperCase() }
  const sha256 = createHash('sha256').update('annex').digest('hex')

  expect(await ask(owner, [upper, { documentId, versionId }])).toEqual([{ versionId, sha256 }])
})

it('[DMS-07] is told of as many readers as an approval may have', async () => {
  const own = await upload(setup, owner)
  const approval = approvalOf(setup)
  await approval.attach(owner, own)
  const reader = setup.makeUser()
  const holders = [...Array.from({ length: 499 }, () => randomUUID()), reader.id]
  const tasks = Array.from({ length: 100 }, (_, at) => ({
    taskNo: `T-${at}`,
    nodeName: 'Review',
    holders,
  }))

  expect(await approval.send({ ...approval.bodyOf(), tasks })).toBe(204)
  const read = await call(setup, reader, 'GET', `/api/dms/documents/${own.documentId}`)
  expect(read.status).toBe(200)
})

it('[DMS-07] tells nobody but services that may ask', async () => {
  const own = await upload(setup, owner)
  const { documentId, versionId } = own
  const body = { userId: owner.id, versions: [{ documentId, versionId }] }
  const told = {
    number: 1,
    versions: [{ versionId, attachedBy: owner.id }],
    removed: [],
    tasks: [],
  }
  const granting = `/internal/v1/dms/approvals/${randomUUID()}/attachments`

  for (const caller of [asWorkflow(setup, ['bpm.events']), owner]) {
    expect((await call(setup, caller, 'POST', path, body)).status).toBe(403)
    expect((await call(setup, caller, 'PUT', granting, told)).status).toBe(403)
  }
})

it('[DMS-07] who is shown marked pages alone attaches them for nobody', async () => {
  const marked = setup.makeUser()
  const plan = await upload(setup, owner)
  const acl = `/api/dms/documents/${plan.documentId}/acl`
  const principal = { kind: 'user', id: marked.id }
  const entries = [{ principal, allow: ['read'], watermark: true }]
  await call(setup, owner, 'PUT', acl, { inherit: true, entries })

  expect(await ask(marked, [plan])).toEqual([])
})

it('[DMS-07] nobody attaches what is in the trash', async () => {
  const trashed = await upload(setup, owner)
  await call(setup, owner, 'DELETE', `/api/dms/documents/${trashed.documentId}`)

  expect(await ask(owner, [trashed])).toEqual([])
})
