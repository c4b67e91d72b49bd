import { expect, it } from 'vitest'
import { NoAnswer } from './errors.ts'
import { json, problem, start, startPlatform as setup } from './testing/platform.ts'

it('starts again with the same key while answers are lost', async () => {
  const { bpm, app } = await setup(['reset', problem(503), json({ id: 'i-1' }, 201)])
  expect(await bpm.startProcessInstance({ body: start })).toEqual({ id: 'i-1' })
  const bodies = app.deliveries.map(({ body }) => JSON.parse(body) as object)
  expect(bodies).toEqual([start, start, start])
})

it('keeps the key of a call over its retries, its own and the one it was given', async () => {
  const { bpm, app } = await setup(['reset', json({}), 'reset', json({})])
  const path = { taskNo: 'T-1' }
  await bpm.approveTask({ path, body: {} }, { idempotencyKey: 'mine' })
  const keys = app.deliveries.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual(['mine', 'mine'])
})

it.each(['Idempotency-Key', 'idempotency-key'])(
  'takes a key from the headers: %s',
  async (name) => {
    const { bpm, app } = await setup(['reset', json({})])
    const path = { taskNo: 'T-1' }
    await bpm.approveTask({ path, body: {} }, { headers: { [name]: 'mine' } })
    await bpm.approveTask(
      { path, body: {} },
      { headers: { [name]: 'mine' }, idempotencyKey: 'other' },
    )
    const keys = app.deliveries.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['mine', 'mine', 'other'])
  },
)

it('decides again when the answer was lost, with one key of its own', async () => {
  const { bpm, app } = await setup(['reset', json({})])
  await bpm.approveTask({ path: { taskNo: 'T-1' }, body: {} })
  const [first, second, ...more] = app.deliveries.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).toBe(first)
  expect(more).toEqual([])
})

it('sends nothing twice that no key makes safe', async () => {
  const { iam, app } = await setup(['reset'])
  await expect(iam.acceptInvitation({ path: { id: '1' } })).rejects.toThrow(NoAnswer)
  expect(app.deliveries).toHaveLength(1)
})

it('sends nothing twice for a key that the service does not read', async () => {
  const { iam, app } = await setup(['reset'])
  const invitation = { path: { id: '1' } }
  const headers = { 'Idempotency-Key': 'mine' }
  // A caller without types, or with wider ones.
  const keyed = { idempotencyKey: 'mine', timeoutMs: 5_000 }
  await expect(iam.acceptInvitation(invitation, { headers })).rejects.toThrow(NoAnswer)
  await expect(iam.acceptInvitation(invitation, keyed)).rejects.toThrow(NoAnswer)
  expect(app.deliveries).toHaveLength(2)
})

it('sends each header once, however its name is written', async () => {
  const { bpm, app } = await setup([json({})])
  const headers = { Authorization: 'Bearer other', 'Content-Type': 'application/json; a=b' }
  await bpm.approveTask({ path: { taskNo: 'T-1' }, body: {} }, { headers })
  expect(app.deliveries[0]?.headers).toMatchObject({
    authorization: 'Bearer user',
    'content-type': 'application/json; a=b',
  })
})
