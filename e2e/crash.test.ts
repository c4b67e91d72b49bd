import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { actOn, findTask } from './support/approvals.ts'
import { call } from './support/api.ts'
import { initiateUpload, openDocument, sendContent } from './support/documents.ts'
import { createExpense, eventsOf, type ReceivedEvent } from './support/expenses.ts'
import { makePdf } from './support/pdf.ts'
import { kill, restarted } from './support/processes.ts'
import { tokenOf } from './support/sign-in.ts'

const count = 12

it('[BPM-18] [BPM-19] [BPM-20] [EVT-03] loses, doubles and reorders no event when bpm is killed while events wait', async () => {
  const expenses = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createExpense({ title: `Trip ${index}`, amount: 100 + index }),
    ),
  )
  const tasks = await Promise.all(expenses.map(({ instanceId }) => findTask('manager', instanceId)))

  // The receiver is gone first, so that what the decisions send has to wait in bpm.
  kill('expense')
  const decisions = await Promise.all(
    tasks.map((taskNo) => actOn(taskNo, 'manager', 'approve', {})),
  )
  await restarted('bpm', kill('bpm'))

  expect(decisions.map(({ status }) => status)).toEqual(tasks.map(() => 200))
  for (const { id } of expenses) {
    const types = async () => (await eventsOf(id)).map(({ type }) => type)
    await expect.poll(types).toContain('instance.approved')
    const events = await eventsOf(id)
    expect(events.map(({ sequence }: ReceivedEvent) => sequence)).toEqual(
      events.map((_, index) => index + 1),
    )
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  }
})

it('[DMS-04] [DMS-05] continues an upload when dms is killed between the object and complete', async () => {
  const token = await tokenOf('employee')
  const pdf = makePdf(3 * 1024 * 1024)
  const id = await initiateUpload(token, 'survivor.pdf', pdf.length)
  expect((await sendContent(token, id, pdf)).status).toBe(200)
  await restarted('dms', kill('dms'))

  const session = await call('GET', `/api/dms/uploads/${id}`, { token })
  expect(session.body).toMatchObject({ status: 'RECEIVED', receivedBytes: pdf.length })
  const completed = await call('POST', `/api/dms/uploads/${id}/complete`, { token, json: {} })
  expect(completed.status).toBe(200)
  expect(completed.body['sha256']).toBe(createHash('sha256').update(pdf).digest('hex'))
  expect(await openDocument(token, String(completed.body['versionId']))).toMatchObject({
    sizeBytes: pdf.length,
  })
})

it('[DMS-04] continues an upload when dms is killed while the bytes arrive', async () => {
  const token = await tokenOf('employee')
  const pdf = makePdf(8 * 1024 * 1024)
  const id = await initiateUpload(token, 'half.pdf', pdf.length)
  const half = pdf.subarray(0, pdf.length / 2)
  const broken = sendContent(token, id, half).then(
    (response) => response.status,
    () => 0,
  )
  const killed = kill('dms')
  await broken
  await restarted('dms', killed)

  const { body } = await call('GET', `/api/dms/uploads/${id}`, { token })
  const received = Number(body['receivedBytes'])
  const rest = await sendContent(token, id, pdf.subarray(received), received)
  expect(rest.status).toBe(200)
  const completed = await call('POST', `/api/dms/uploads/${id}/complete`, { token, json: {} })
  expect(completed.body['sha256']).toBe(createHash('sha256').update(pdf).digest('hex'))
})
