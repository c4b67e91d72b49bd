import { startFakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { expect, it, onTestFinished } from 'vitest'
import { NoAnswer, ProblemError } from './errors.ts'
import { json, problem, start, startPlatform as setup } from './testing/platform.ts'

it('sends what the operation says, where the document says', async () => {
  const { bpm, app } = await setup([json({ taskNo: 'T-1' })])
  const task = await bpm.getTask({ path: { taskNo: 'T/1 ü' } })
  expect(task).toEqual({ taskNo: 'T-1' })
  await bpm.listTasks({ query: { box: 'todo', q: 'a&b', limit: 5, overdue: false } })
  expect(app.deliveries.map(({ path }) => path)).toEqual([
    '/api/bpm/v1/tasks/T%2F1%20%C3%BC',
    '/api/bpm/v1/tasks?box=todo&q=a%26b&limit=5&overdue=false',
  ])
  expect(app.deliveries[0]?.headers['authorization']).toBe('Bearer user')
})

it.each(['..', '.', ''])('lets no member of a path lead elsewhere: "%s"', async (taskNo) => {
  const { bpm, app } = await setup([json({})])
  await expect(bpm.getTask({ path: { taskNo } })).rejects.toThrow(TypeError)
  expect(app.deliveries).toEqual([])
})

it('speaks to /internal where the gateway listens for it', async () => {
  const inside = await startFakeBusinessApp({ react: () => json({ items: [], nextCursor: null }) })
  onTestFinished(() => inside.close())
  const { bpm, app } = await setup([json({})], { internalUrl: `${inside.origin}/` })
  await bpm.listOwnBizTypes()
  await bpm.getCalendar()
  expect(inside.deliveries.map(({ path }) => path)).toEqual(['/internal/v1/bpm/biz-types'])
  expect(app.deliveries.map(({ path }) => path)).toEqual(['/api/bpm/v1/calendar'])
})

it('sends a stream once: it cannot be read again', async () => {
  const { dms, app } = await setup(['reset', json({ number: 1 })])
  const path = { id: 'u', number: 1 }
  const stream = new Blob(['bytes']).stream()
  await expect(dms.sendUploadPart({ path, body: stream })).rejects.toThrow(NoAnswer)
  expect(await dms.sendUploadPart({ path, body: new Blob(['bytes']) })).toEqual({ number: 1 })
  expect(app.deliveries.map(({ body }) => body)).toEqual(['bytes', 'bytes'])
})

it.each([
  ['body', { revision: 3 }, {}],
  ['header', {}, { 'if-match': '"3"' }],
])(
  'sends a PUT with a precondition in its %s again only when it was not done',
  async (...given) => {
    const [, named, headers] = given
    for (const unknown of ['reset', problem(502), problem(503), problem(504)] as const) {
      const { dms, app } = await setup([problem(429), unknown, json({})])
      const body = { inherit: true, entries: [], ...named }
      const put = dms.replaceDocumentAcl({ path: { documentId: 'd' }, body }, { headers })
      await expect(put).rejects.toThrow(unknown === 'reset' ? NoAnswer : ProblemError)
      expect(app.deliveries).toHaveLength(2)
    }
  },
)

it.each([{}, { revision: undefined }])(
  'sends a PUT with %o, on no revision, again',
  async (named) => {
    const { dms, app } = await setup(['reset', problem(503), json({ entries: [] })])
    const body = { inherit: true, entries: [], ...(named as object) }
    await dms.replaceDocumentAcl({ path: { documentId: 'd' }, body })
    expect(app.deliveries).toHaveLength(3)
  },
)

it('gives up after its tries, and says that the outcome is unknown', async () => {
  const { bpm, app } = await setup(['reset'])
  await expect(bpm.getCalendar()).rejects.toThrow(NoAnswer)
  expect(app.deliveries).toHaveLength(4)
})

it('takes an answer that comes too slowly for none', async () => {
  const { bpm, app } = await setup(['hang', 'drip', json({ days: [] })], { timeoutMs: 200 })
  expect(await bpm.getCalendar()).toEqual({ days: [] })
  expect(app.deliveries).toHaveLength(3)
})

it('is over at once when it is aborted', async () => {
  const { bpm, app } = await setup(['hang'])
  const abort = new AbortController()
  const call = bpm.getCalendar({}, { signal: abort.signal })
  await expect.poll(() => app.deliveries).toHaveLength(1)
  abort.abort()
  await expect(call).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(app.deliveries).toHaveLength(1)
})

it('says what was wrong and where', async () => {
  const errors = [{ pointer: '/variables/amount', code: 'type', detail: 'is no number' }]
  const { bpm } = await setup([problem(422, { errors, definitionIds: ['d-1'], requestId: 'r-1' })])
  const refusal: unknown = await bpm.startProcessInstance({ body: start }).catch((e: unknown) => e)
  expect(refusal).toBeInstanceOf(ProblemError)
  expect(refusal).toMatchObject({
    status: 422,
    code: 'bpm.some_code',
    pointer: '/variables/amount',
    errors,
    requestId: 'r-1',
    problem: { definitionIds: ['d-1'] },
  })
})

it('makes a problem of an answer that is none', async () => {
  const page = { status: 413, headers: { 'x-request-id': 'r-2' }, body: '<html>' }
  const { bpm } = await setup([page])
  await expect(bpm.getCalendar()).rejects.toMatchObject({
    code: 'client.unexpected_answer',
    status: 413,
    requestId: 'r-2',
  })
})

it('asks for another token when one was refused, once', async () => {
  const asked: boolean[] = []
  const token = ({ isRefused }: { isRefused: boolean }) => {
    asked.push(isRefused)
    return `token-${asked.length}`
  }
  const { bpm, app } = await setup([problem(401), json({}), problem(401)], { token })
  await bpm.approveTask({ path: { taskNo: 'T-1' }, body: {} })
  await expect(bpm.getCalendar()).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual([false, true, false, true])
  const sent = app.deliveries.map(({ headers }) => headers['authorization'])
  expect(sent).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3', 'Bearer token-4'])
})

it('asks as the one whom the call names, or as nobody', async () => {
  const { bpm, app } = await setup([json({ keys: [] })])
  await bpm.getEventKeys({}, { token: null })
  await bpm.getEventKeys({}, { token: () => 'other' })
  const sent = app.deliveries.map(({ headers }) => headers['authorization'])
  expect(sent).toEqual([undefined, 'Bearer other'])
})
