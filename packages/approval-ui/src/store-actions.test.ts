import { describe, expect, it, vi } from 'vitest'
import type { Task } from './contract.ts'
import type { ApprovalProblem } from './problem.ts'
import { PanelStore } from './store.ts'
import { aTask, anInstance, forecast, lastLook, people, timeline } from './testing/answers.ts'

const patience = { timeout: 60_000, interval: 5 }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const problem = (code: string, status: number, more = {}) =>
  json({ code, title: code, status, ...more }, status)

interface Sent {
  readonly path: string
  readonly key: string | null
  readonly revision: string | null
  readonly body: unknown
}

/** A panel on a task, and the service behind it: what it answers to writes is the test's to say. */
async function openPanel(
  answer: (sent: Sent) => Response | Promise<Response>,
  task: Task = aTask(),
  later: Task = task,
) {
  const sent: Sent[] = []
  const asked: string[] = []
  let reads = 0
  const onDecided = vi.fn<(action: string, task: Task) => void>()
  const onProblem = vi.fn<(problem: ApprovalProblem, sent?: string) => void>()
  const store = new PanelStore({ onChange: () => undefined, onDecided, onProblem })
  store.show({ taskNo: task.taskNo }, async (path, init) => {
    if (init.method === 'POST') {
      const headers = new Headers(init.headers)
      const one: Sent = {
        path: path.replace('/api/bpm/v1', ''),
        key: headers.get('idempotency-key'),
        revision: headers.get('if-match'),
        body: JSON.parse(String(init.body)),
      }
      sent.push(one)
      return answer(one)
    }
    asked.push(path.replace('/api/bpm/v1', ''))
    if (path.includes('/timeline')) return json({ items: timeline, nextCursor: null })
    if (path.endsWith('/forecast')) return json(forecast)
    if (path.endsWith('/last-look')) return json(lastLook)
    reads += 1
    return json(reads === 1 ? task : later)
  })
  await expect.poll(() => store.state.timeline.length, patience).toBeGreaterThan(0)
  return { store, sent, asked, reads: () => reads, onDecided, onProblem }
}

const refuse = () => {
  throw new TypeError('the network is down')
}

describe('an action', () => {
  it('is sent with the revision that the person has seen, and what they entered', async () => {
    const { store, sent, onDecided } = await openPanel(() => json(aTask({ status: 'APPROVED' })))
    expect(await store.act('approve', { comment: ' fine ' })).toBe(true)
    expect(sent).toMatchObject([
      { path: '/tasks/T-1/approve', revision: '"3"', body: { comment: 'fine' } },
    ])
    expect(onDecided.mock.calls.map(([action, { status }]) => [action, status])).toEqual([
      ['approve', 'APPROVED'],
    ])
    expect(store.state).toMatchObject({
      busy: undefined,
      notice: { kind: 'done', action: 'approve' },
    })
  })

  it('shows what the service answered, not what was hoped for', async () => {
    const after = aTask({ status: 'OPEN', allowedActions: ['unclaim'], revision: 4 })
    const { store } = await openPanel(() => json(after))
    await store.act('claim', {})
    expect(store.state.task).toEqual(after)
  })

  it('that gives another task shows that one, also when it is read again', async () => {
    const again = aTask({ taskNo: 'T-2' })
    const { store, asked } = await openPanel(() => json(again), aTask(), again)
    expect(await store.act('take-back', {})).toBe(true)
    await store.load()
    expect(asked.filter((path) => path.startsWith('/tasks/'))).toEqual(['/tasks/T-1', '/tasks/T-2'])
  })

  it('is not possible before anything is shown', async () => {
    const store = new PanelStore({
      onChange: () => undefined,
      onDecided: refuse,
      onProblem: refuse,
    })
    expect(await store.act('approve', {})).toBe(false)
  })
})

describe('a task that somebody else was faster with', () => {
  const outcome = {
    status: 'APPROVED',
    assignee: people.finance1,
    endedAt: '2026-11-20T10:00:00Z',
    endedBy: people.finance1,
  }

  it('says who decided it, and is read again', async () => {
    const { store, reads } = await openPanel(() =>
      problem('bpm.task_not_open', 409, { task: outcome }),
    )
    expect(await store.act('approve', {})).toBe(false)
    expect(store.state.notice).toEqual({ kind: 'decided', outcome })
    expect(reads()).toBe(2)
  })

  it('says that it has changed, and is read again before it can be decided', async () => {
    const { store, reads } = await openPanel(() => problem('bpm.revision_mismatch', 412))
    await store.act('approve', {})
    expect(store.state.notice).toEqual({ kind: 'changed' })
    expect(reads()).toBe(2)
    expect(store.state.busy).toBeUndefined()
  })

  it('says that the content has changed, and from what, and sends what is shown now', async () => {
    const before = { amount: 10 }
    const variables = { amount: 1_000_000 }
    const [old, now] = ['A'.repeat(43), 'B'.repeat(43)]
    const { store, sent, reads } = await openPanel(
      ({ body }) =>
        (body as { contentHash: string }).contentHash === now
          ? json(aTask({ status: 'APPROVED' }))
          : problem('bpm.content_changed', 412, { contentHash: now }),
      aTask({ contentHash: old, instance: anInstance({ variables: before }) }),
      aTask({ contentHash: now, instance: anInstance({ variables }) }),
    )
    expect(await store.act('approve', { comment: 'fine' })).toBe(false)
    expect(store.state.notice).toEqual({ kind: 'content', before })
    expect([reads(), store.state.instance?.variables]).toEqual([2, variables])
    expect(await store.act('approve', { comment: 'fine' })).toBe(true)
    expect(sent.map(({ body }) => body)).toEqual([
      { comment: 'fine', contentHash: old },
      { comment: 'fine', contentHash: now },
    ])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('is read again when it may not be decided any more', async () => {
    const { store, reads } = await openPanel(() => problem('bpm.forbidden', 403))
    await store.act('approve', {})
    expect(store.state.notice).toMatchObject({
      kind: 'problem',
      problem: { code: 'bpm.forbidden' },
    })
    expect(reads()).toBe(2)
  })

  it('is not read again when the form has a fault: what was entered stays', async () => {
    const errors = [{ pointer: '/variables/amount', code: 'range', detail: 'too much' }]
    const { store, reads, onProblem } = await openPanel(() =>
      problem('bpm.variables_invalid', 422, { errors }),
    )
    expect(await store.act('approve', { values: { amount: 9 } })).toBe(false)
    expect(reads()).toBe(1)
    expect(store.state.notice).toMatchObject({ kind: 'problem', problem: { faults: errors } })
    expect(onProblem).toHaveBeenCalledTimes(1)
  })
})

describe('an action whose answer was lost', () => {
  const keysOf = (sent: readonly Sent[]) => new Set(sent.map(({ key }) => key)).size

  it.each([
    ['the network is down', refuse],
    ['a proxy gave up', () => new Response('<html>', { status: 502 })],
    ['the service failed', () => problem('bpm.internal', 500)],
  ])('because %s is sent again with the same key', async (_, answer) => {
    const { store, sent } = await openPanel(answer)
    await store.act('approve', { comment: 'fine' })
    await store.act('approve', { comment: 'fine' })
    expect([sent.length, keysOf(sent)]).toEqual([2, 1])
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is another action when something else is entered', async () => {
    const { store, sent } = await openPanel(refuse)
    await store.act('approve', { comment: 'fine' })
    await store.act('approve', { comment: 'very fine' })
    await store.act('reject', { comment: 'very fine' })
    expect(keysOf(sent)).toBe(3)
  })

  it('is another action after a refusal: nothing was done', async () => {
    const { store, sent } = await openPanel(() => problem('bpm.selection_invalid', 422))
    await store.act('approve', {})
    await store.act('approve', {})
    expect(keysOf(sent)).toBe(2)
  })

  it('is another action once it was carried out', async () => {
    const { store, sent } = await openPanel(() => json(aTask()))
    await store.act('claim', {})
    await store.act('claim', {})
    expect(keysOf(sent)).toBe(2)
  })
})

describe('a remark', () => {
  const item = {
    sequence: 7,
    at: '2026-11-20T10:00:00Z',
    round: 2,
    action: 'comment',
    actor: { ...people.manager, kind: 'user' },
    task: null,
    comment: 'Why two nights?',
    attachments: [],
    details: {},
  }
  const said = ({ state }: PanelStore) => ({
    pending: state.pending.map(({ text, problem: fault }) => [text, fault?.code]),
    last: state.timeline.at(-1)?.comment,
  })

  it('is shown at once, and stands in the timeline when the service has it', async () => {
    let arrive: (response: Response) => void = () => undefined
    const { store, sent } = await openPanel(() => new Promise((resolve) => (arrive = resolve)))
    const sending = store.comment('Why two nights?', [])
    expect(said(store).pending).toEqual([['Why two nights?', undefined]])
    await expect.poll(() => sent.length, patience).toBe(1)
    arrive(json(item))
    await sending
    expect(said(store)).toEqual({ pending: [], last: 'Why two nights?' })
    expect(sent[0]?.body).toEqual({ comment: 'Why two nights?' })
  })

  it('is in the timeline once, also when that was read meanwhile', async () => {
    const { store } = await openPanel(() => json({ ...item, sequence: 6 }))
    await store.comment('Why two nights?', [])
    expect(store.state.timeline.filter(({ sequence }) => sequence === 6)).toHaveLength(1)
    expect(store.state.timeline.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('that did not get through stays, is sent again with the same key, or given up', async () => {
    let isUp = false
    const { store, sent } = await openPanel(() => (isUp ? json(item) : refuse()))
    await store.comment('Why two nights?', [])
    expect(said(store).pending).toEqual([['Why two nights?', 'network']])
    const [remark] = store.state.pending
    if (remark === undefined) throw new Error('the remark is lost')
    isUp = true
    await store.sendComment(remark)
    expect(said(store)).toEqual({ pending: [], last: 'Why two nights?' })
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    isUp = false
    await store.comment('Never mind', [])
    const [other] = store.state.pending
    if (other !== undefined) store.dropComment(other)
    expect(said(store).pending).toEqual([])
  })

  it('is gone on with in another panel, with what becomes of it and with its key', async () => {
    let lose: (error: Error) => void = () => undefined
    const before = await openPanel(() => new Promise((_, reject) => (lose = reject)))
    void before.store.comment('Why two nights?', [])
    const { store, sent, onProblem } = await openPanel(() => json(item))
    store.takeOver(before.store.state.pending)
    expect(said(store).pending).toEqual([['Why two nights?', undefined]])
    lose(new TypeError('the network is down'))
    await expect.poll(() => said(store).pending, patience).toEqual([['Why two nights?', 'network']])
    expect(onProblem.mock.calls).toMatchObject([[{ code: 'network' }, 'comment']])
    for (const remark of store.state.pending) await store.sendComment(remark)
    expect(said(store)).toEqual({ pending: [], last: 'Why two nights?' })
    expect(sent.map(({ key }) => key)).toEqual(before.sent.map(({ key }) => key))
  })

  it('carries its documents', async () => {
    const { store, sent } = await openPanel(() => json(item))
    const plan = { documentId: 'd', versionId: 'v', name: 'Plan.pdf' }
    await store.comment('See here', [plan])
    expect(sent[0]?.body).toEqual({ comment: 'See here', attachments: [plan] })
  })

  it('about a task that is shown no more appears nowhere', async () => {
    let arrive: (response: Response) => void = () => undefined
    const { store, sent } = await openPanel(() => new Promise((resolve) => (arrive = resolve)))
    const sending = store.comment('Why two nights?', [])
    await expect.poll(() => sent.length, patience).toBe(1)
    store.show(undefined, undefined)
    arrive(json(item))
    await sending
    expect(store.state).toMatchObject({ phase: 'empty', pending: [], timeline: [] })
  })
})

describe('a panel that cannot read', () => {
  const storeOf = () => {
    const onProblem = vi.fn<(problem: ApprovalProblem) => void>()
    return {
      store: new PanelStore({ onChange: () => undefined, onDecided: refuse, onProblem }),
      onProblem,
    }
  }

  it('says why, tells its host, and shows the approval when it is tried again', async () => {
    const { store, onProblem } = storeOf()
    let isUp = false
    store.show({ instanceId: 'i-1' }, async (path) => {
      if (!isUp) return problem('bpm.not_found', 404)
      if (path.includes('/timeline')) return json({ items: timeline, nextCursor: null })
      if (path.endsWith('/last-look')) return json(lastLook)
      return json(path.endsWith('/forecast') ? forecast : anInstance())
    })
    await expect.poll(() => store.state.phase, patience).toBe('failed')
    expect(store.state.problem).toMatchObject({ code: 'bpm.not_found', status: 404 })
    expect(onProblem).toHaveBeenCalledTimes(1)
    isUp = true
    await store.load()
    expect(store.state).toMatchObject({ phase: 'ready', problem: undefined, forecast })
  })

  it('keeps what is shown when it is read again in vain', async () => {
    const { store } = await openPanel(() => json(aTask()))
    const { onProblem: _, store: other } = storeOf()
    let isUp = true
    other.show({ taskNo: 'T-1' }, async (path) => {
      if (!isUp) throw new TypeError('down')
      if (path.includes('/timeline')) return json({ items: timeline, nextCursor: null })
      if (path.endsWith('/last-look')) return json(lastLook)
      return json(path.endsWith('/forecast') ? forecast : aTask())
    })
    await expect.poll(() => other.state.timeline.length, patience).toBeGreaterThan(0)
    isUp = false
    await other.load()
    expect(other.state).toMatchObject({
      phase: 'ready',
      notice: { kind: 'problem' },
      task: store.state.task,
    })
  })

  it.each([
    ['/timeline', 'timelineProblem', 'forecast'],
    ['/forecast', 'forecastProblem', 'timeline'],
  ] as const)('%s leaves the rest in use', async (broken, told, shown) => {
    const { store } = storeOf()
    store.show({ taskNo: 'T-1' }, async (path) => {
      if (path.includes(broken)) return problem('bpm.internal', 500)
      if (path.includes('/timeline')) return json({ items: timeline, nextCursor: null })
      if (path.endsWith('/last-look')) return json(lastLook)
      return json(path.endsWith('/forecast') ? forecast : aTask())
    })
    await expect.poll(() => store.state[told]?.code, patience).toBe('bpm.internal')
    expect(store.state.phase).toBe('ready')
    expect(store.state[shown]).toEqual(shown === 'forecast' ? forecast : timeline)
  })

  it('shows nothing without a subject or without a way to ask', () => {
    const { store } = storeOf()
    store.show({ taskNo: 'T-1' }, undefined)
    expect(store.state.phase).toBe('empty')
    store.show(undefined, refuse)
    expect(store.state.phase).toBe('empty')
  })
})
