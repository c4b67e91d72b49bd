import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { uploadText } from './support/documents.ts'
import { platform, userNamed } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

/** Status and bytes of something in dms, as a person is answered. */
async function read(username: string, path: string) {
  const authorization = `Bearer ${await tokenOf(username)}`
  const reply = await fetch(`${platform().baseUrl}/api/dms${path}`, { headers: { authorization } })
  return { status: reply.status, text: await reply.text() }
}
const statusOf = async (username: string, path: string) => (await read(username, path)).status

it('[DMS-11] whoever must decide about a document reads it by their task alone, while it waits', async () => {
  const token = await tokenOf('employee')
  const draft = await uploadText(token, 'not for anybody yet')
  const { documentId, versionId } = await uploadText(token, 'our offer', draft.documentId)
  const document = `/documents/${documentId}`
  const version = `/versions/${versionId}`
  expect(await statusOf('manager', version)).toBe(404)

  const json = { versionId, title: 'Offer', requestKey: randomUUID() }
  const bound = await call('POST', `/api/dms${document}/approval`, { token, json })
  expect(bound.status).toBe(201)
  const taskNo = await findTask('manager', String(bound.body['instanceId']))

  // The event is on its way, and the preview made, within seconds.
  await expect.poll(() => statusOf('manager', version), { timeout: 30_000 }).toBe(200)
  await expect.poll(() => statusOf('manager', `${version}/preview`), { timeout: 30_000 }).toBe(200)
  expect(await read('manager', `${version}/text`)).toEqual({ status: 200, text: 'our offer' })
  expect(await statusOf('manager', document)).toBe(200)
  expect(await statusOf('manager', `${version}/content`)).toBe(403)
  expect(await statusOf('manager', `/versions/${draft.versionId}`)).toBe(404)
  expect(await statusOf('finance1', version)).toBe(404)

  const who = userNamed('manager').id
  const why = await call('GET', `/api/dms${document}/access?userId=${who}`, { token })
  expect(why.body).toMatchObject({
    rights: ['read'],
    reasons: [{ by: 'task', task: { taskNo, versionId } }],
  })

  expect((await actOn(taskNo, 'manager', 'approve', {})).status).toBe(200)
  await expect.poll(() => statusOf('manager', version), { timeout: 30_000 }).toBe(404)
  for (const path of [document, `${version}/preview`, `${version}/text`]) {
    expect(await statusOf('manager', path)).toBe(404)
  }
})

it('[DMS-11] reads what is attached to it as well, and attaches nothing that they may not read', async () => {
  const token = await tokenOf('employee')
  const { documentId, versionId } = await uploadText(token, 'our offer')
  const annex = { ...(await uploadText(token, 'annex')), name: 'annex.txt' }
  const secret = { ...(await uploadText(token, 'secret')), name: 'anything' }
  const attachment = ({ documentId: of, versionId: id, name }: typeof annex) => ({
    documentId: of,
    versionId: id,
    name,
  })
  const json = { versionId, title: 'Offer', requestKey: randomUUID() }
  const bound = await call('POST', `/api/dms/documents/${documentId}/approval`, { token, json })
  const instanceId = String(bound.body['instanceId'])
  const taskNo = await findTask('manager', instanceId)
  await expect.poll(() => statusOf('manager', `/versions/${versionId}`)).toBe(200)

  const stolen = { comment: 'mine', attachments: [attachment(secret)] }
  const refused = await actOn(taskNo, 'manager', 'approve', stolen)
  expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.attachment_unreadable'])

  expect(await statusOf('manager', `/versions/${annex.versionId}`)).toBe(404)
  const path = `/api/bpm/v1/process-instances/${instanceId}/comments`
  const remark = { comment: 'see the annex', attachments: [attachment(annex)] }
  expect((await call('POST', path, { token, json: remark })).status).toBe(201)
  const reads = () => statusOf('manager', `/versions/${annex.versionId}`)
  await expect.poll(reads, { timeout: 30_000 }).toBe(200)
  expect(await statusOf('manager', `/versions/${secret.versionId}`)).toBe(404)

  expect((await actOn(taskNo, 'manager', 'approve', {})).status).toBe(200)
  await expect.poll(reads, { timeout: 30_000 }).toBe(404)
})

it('[DMS-11] reads what is attached to an approval of any application, until it is taken away', async () => {
  const token = await tokenOf('employee')
  const { documentId, versionId } = await uploadText(token, 'annex')
  const { bizType } = platform().sampleApp
  const started = await call('POST', '/api/bpm/v1/process-instances', {
    token,
    json: startBody(bizType, { amount: 10 }),
  })
  expect(started.status).toBe(201)
  const instance = `/api/bpm/v1/process-instances/${String(started.body['id'])}`
  await findTask('manager', String(started.body['id']))
  const attachments = [{ documentId, versionId, name: 'annex.txt' }]
  const remark = { comment: 'see the annex', attachments }
  expect((await call('POST', `${instance}/comments`, { token, json: remark })).status).toBe(201)
  const reads = () => statusOf('manager', `/versions/${versionId}`)
  await expect.poll(reads, { timeout: 30_000 }).toBe(200)

  const attached = `${instance}/attachments/${versionId}`
  const theirs = await call('DELETE', attached, { token: await tokenOf('manager') })
  expect(theirs.status).toBe(403)
  expect((await call('DELETE', attached, { token })).status).toBe(204)
  await expect.poll(reads, { timeout: 30_000 }).toBe(404)
})
