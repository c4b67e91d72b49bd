import { beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { openDocument, uploadText, type Uploaded } from './support/documents.ts'
import { tokenOf } from './support/sign-in.ts'

let employee: string
let manager: string

beforeAll(async () => {
  employee = await tokenOf('employee')
  manager = await tokenOf('manager')
})

const statusOf = async ({ versionId }: Uploaded) =>
  (await openDocument(employee, versionId))['status']

it('[DMS-17] is corrected after a return, and decided on under the same approval', async () => {
  const first = await uploadText(employee, 'we pay 10')
  const path = `/api/dms/documents/${first.documentId}/approval`
  const bound = await call('POST', path, {
    token: employee,
    json: { versionId: first.versionId, title: 'Contract', requestKey: crypto.randomUUID() },
  })
  expect([bound.status, bound.body['status']]).toEqual([201, 'BOUND'])
  const instanceId = String(bound.body['instanceId'])
  const early = await findTask('manager', instanceId)
  const returned = await actOn(early, 'manager', 'return', {
    returnTo: 'initiator',
    comment: 'the wrong page',
  })
  expect(returned.status).toBe(200)
  await expect.poll(() => statusOf(first), { timeout: 30_000 }).toBe('RETURNED')

  const { documentId } = first
  const second = await uploadText(employee, 'we pay 20', documentId)
  expect(second.versionNo).toBe(2)
  const sent = await call('POST', `${path}/resubmit`, {
    token: employee,
    json: { versionId: second.versionId },
  })

  expect([sent.status, sent.body]).toMatchObject([
    200,
    { instanceId, status: 'BOUND', round: 2, versionId: second.versionId },
  ])
  expect([await statusOf(first), await statusOf(second)]).toEqual(['SUPERSEDED', 'IN_APPROVAL'])
  const late = await findTask('manager', instanceId)
  const { body: task } = await call('GET', `/api/bpm/v1/tasks/${late}`, { token: manager })
  expect(JSON.stringify(task)).toContain(second.sha256)
  // The event that lets the manager read is delivered a moment after the task is there.
  await expect
    .poll(async () => (await call('GET', path, { token: manager })).body['comparedWith'], {
      timeout: 30_000,
    })
    .toEqual({ versionId: first.versionId, versionNo: 1 })
  const { versionId: from } = first
  const compare = `/api/dms/documents/${documentId}/compare?from=${from}&to=${second.versionId}`
  const textOf = async () =>
    (await call('GET', `${compare}&text=true`, { token: manager })).body['text']
  await expect.poll(textOf, { timeout: 30_000 }).toMatchObject({
    status: 'COMPARED',
    hunks: [
      {
        lines: [
          { change: 'removed', text: 'we pay 10' },
          { change: 'added', text: 'we pay 20' },
        ],
      },
    ],
  })

  expect((await actOn(late, 'manager', 'approve', {})).status).toBe(200)
  await expect.poll(() => statusOf(second), { timeout: 30_000 }).toBe('APPROVED')
  expect(await statusOf(first)).toBe('SUPERSEDED')
})
