import { expect, it, vi } from 'vitest'
import { PanelStore } from './store.ts'
import { aTask, anInstance, forecast, lastLook, timeline } from './testing/answers.ts'

const patience = { timeout: 60_000, interval: 5 }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

/** A transport whose answers wait until the test gives them. */
function heldTransport() {
  const held: { path: string; init: RequestInit; answer: (response: Response) => void }[] = []
  const transport = (path: string, init: RequestInit) =>
    new Promise<Response>((answer) => {
      held.push({ path: path.replace('/api/bpm/v1', ''), init, answer })
    })
  const take = (start: string) =>
    vi.waitFor(() => {
      const index = held.findIndex(({ path }) => path.startsWith(start))
      const [one] = index < 0 ? [] : held.splice(index, 1)
      if (one === undefined) throw new Error(`nobody asked for ${start}`)
      return one
    }, patience)
  return { transport, take }
}

function newStore() {
  const onDecided = vi.fn<() => void>()
  const onProblem = vi.fn<() => void>()
  return { store: new PanelStore({ onChange: () => undefined, onDecided, onProblem }), onDecided }
}

const history = /timeline/
const usual = async (path: string): Promise<Response> => {
  if (history.test(path)) return json({ items: timeline, nextCursor: null })
  if (path.endsWith('/forecast')) return json(forecast)
  if (path.endsWith('/last-look')) return json(lastLook)
  return json(path.includes('/tasks/') ? aTask() : anInstance())
}

const ready = async (store: PanelStore) => {
  await expect.poll(() => store.state.timeline, patience).not.toEqual([])
}

it('drops the answer about a task that is shown no more', async () => {
  const { store } = newStore()
  const { transport, take } = heldTransport()
  store.show({ taskNo: 'T-1' }, transport)
  store.show({ taskNo: 'T-2' }, transport)
  const [first, second] = [await take('/tasks/T-1'), await take('/tasks/T-2')]
  second.answer(json(aTask({ taskNo: 'T-2' })))
  await expect.poll(() => store.state.phase, patience).toBe('ready')
  first.answer(json(aTask({ taskNo: 'T-1' })))
  await take('/process-instances')
  expect(store.state.task?.taskNo).toBe('T-2')
})

it('lets a reading from before an action not undo what the action gave', async () => {
  const { store } = newStore()
  const { transport, take } = heldTransport()
  store.show({ taskNo: 'T-1' }, usual)
  await ready(store)
  store.show({ taskNo: 'T-1' }, transport)
  const before = await take('/tasks/T-1')
  before.answer(json(aTask()))
  await expect.poll(() => store.state.phase, patience).toBe('ready')
  const acting = store.act('approve', {})
  void store.load()
  const reading = await take('/tasks/T-1')
  const action = reading.path.endsWith('approve') ? reading : await take('/tasks/T-1')
  const other = action === reading ? await take('/tasks/T-1') : reading
  action.answer(json(aTask({ status: 'APPROVED', allowedActions: [] })))
  await expect.poll(() => store.state.task?.status, patience).toBe('APPROVED')
  other.answer(json(aTask()))
  // Timeline, expected path and last look, as first asked for and as after the action.
  for (let count = 0; count < 6; count++) {
    const { path, answer } = await take('/process-instances')
    answer(await usual(path))
  }
  expect(await acting).toBe(true)
  expect(store.state).toMatchObject({ busy: undefined, task: { status: 'APPROVED' } })
})

it('carries out one action at a time', async () => {
  const { store, onDecided } = newStore()
  const posts: string[] = []
  store.show({ taskNo: 'T-1' }, async (path, { method }) => {
    if (method === 'POST') posts.push(path)
    return usual(path)
  })
  await ready(store)
  const done = await Promise.all([store.act('approve', {}), store.act('approve', {})])
  expect([done, posts.length, onDecided.mock.calls.length]).toEqual([[true, false], 1, 1])
})

it('shows a transport that breaks instead of waiting for it', async () => {
  const { store } = newStore()
  store.show({ taskNo: 'T-1' }, () => {
    throw new TypeError('the page has a fault')
  })
  await expect
    .poll(() => store.state, patience)
    .toMatchObject({ phase: 'failed', problem: { code: 'network' } })
})

it('reads the timeline to its end', async () => {
  const { store } = newStore()
  store.show({ instanceId: 'i' }, async (path) => {
    if (!history.test(path)) return usual(path)
    const first = !path.includes('cursor=')
    return json({
      items: first ? timeline.slice(0, 3) : timeline.slice(3),
      nextCursor: first ? 'a b' : null,
    })
  })
  await expect.poll(() => store.state.timeline, patience).toEqual(timeline)
})

it('reads again what happened elsewhere, and nothing that it shows', async () => {
  const { store } = newStore()
  let asked = 0
  store.show({ taskNo: 'T-1' }, (path) => {
    if (path.includes('/tasks/')) asked += 1
    return usual(path)
  })
  const newest = timeline.at(-1)?.sequence ?? 0
  // The first reading is under way: it may show it.
  expect(await store.catchUp(newest)).toBe(false)
  expect(asked).toBe(1)
  expect(await store.catchUp(newest + 1)).toBe(true)
  expect(asked).toBe(2)
})

it('reads again what happened between its readings', async () => {
  const { store } = newStore()
  const newest = (timeline.at(-1)?.sequence ?? 0) + 1
  const withdrawn = { ...timeline.at(-1), sequence: newest }
  let isOver = false
  store.show({ taskNo: 'T-1' }, async (path) => {
    const answer = await usual(path)
    if (path.includes('/tasks/')) {
      const read = (await answer.json()) as ReturnType<typeof aTask>
      const after = { status: 'WITHDRAWN', sequence: newest }
      return json(isOver ? { ...read, instance: { ...read.instance, ...after } } : read)
    }
    if (!history.test(path)) return answer
    // After the task was read, and before this.
    isOver = true
    return json({ items: [...timeline, withdrawn], nextCursor: null })
  })
  expect(await store.catchUp(newest)).toBe(true)
  expect(store.state.instance?.status).toBe('WITHDRAWN')
})

it('keeps what was looked at as it was shown, once what was seen before is known', async () => {
  let isInView = false
  const onProblem = vi.fn<() => void>()
  const events = { onChange: () => undefined, onDecided: vi.fn<() => void>(), onProblem }
  const store = new PanelStore({ ...events, isInView: () => isInView })
  const asked: string[] = []
  const transport = async (path: string, { method, body }: RequestInit) => {
    if (path.includes('/last-look')) asked.push(`${method} ${String(body ?? '')}`.trim())
    if (method === 'PUT') return new Response(null, { status: 204 })
    return path.endsWith('/last-look') ? json(lastLook) : usual(path)
  }
  store.show({ taskNo: 'T-1' }, transport)
  await ready(store)
  expect(store.state.lastLook).toEqual(lastLook)
  // In a page in the background nobody has seen it.
  expect(asked).toEqual(['GET'])
  isInView = true
  await store.load()
  expect(asked).toEqual(['GET', 'GET', 'PUT {"sequence":6}'])

  // A service of before does not have it.
  store.show({ instanceId: 'i' }, (path, init) => {
    const { sequence: _, ...older } = anInstance()
    return path.endsWith('/i') ? Promise.resolve(json(older)) : transport(path, init)
  })
  await ready(store)
  expect([asked.length, store.state.lastLook]).toEqual([3, undefined])
  expect(onProblem).not.toHaveBeenCalled()
})
