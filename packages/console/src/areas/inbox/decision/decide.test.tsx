import { describe, expect, it, vi } from 'vitest'
import { answer, callsOf, json, noAnswer } from '../../../testing/network.ts'
import { speak } from '../../../testing/page.tsx'
import { aTask } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { decideTasks, type Outcomes } from './decide.ts'

signInFirst()

const path = '/api/bpm/v1/tasks/batch'
const tasks = (count: number) => Array.from({ length: count }, (_, index) => aTask(`T-${index}`))
const approve = { action: 'approve', comment: '' } as const

/** The service decides all it is asked for, but these. */
function decideAllBut(problems: Readonly<Record<string, Record<string, unknown>>>) {
  give('post', path, ({ body }) => ({
    items: body.items.map(({ taskNo }) => {
      const problem = problems[taskNo]
      return problem === undefined ? { taskNo, status: 200 } : { taskNo, status: 409, problem }
    }),
  }))
}

describe('many decisions', () => {
  it('are sent with the revisions that were seen, in groups the service takes', async () => {
    decideAllBut({})
    const tell = vi.fn<(done: number) => void>()
    const outcomes = await decideTasks(
      tasks(230),
      { action: 'reject', comment: 'late' },
      new Map(),
      tell,
    )
    const bodies = askedOf('post', path).map(({ body }) => body)
    expect(bodies.map(({ items }) => items.length)).toEqual([100, 100, 30])
    expect(bodies[2]?.items[0]).toEqual({ taskNo: 'T-200', revision: 3 })
    expect(bodies.every(({ action, comment }) => action === 'reject' && comment === 'late')).toBe(
      true,
    )
    expect(tell.mock.calls.flat()).toEqual([100, 200, 230])
    expect(outcomes).toHaveLength(230)
    expect(outcomes.every(({ problem }) => problem === undefined)).toBe(true)
  })

  it('carry no empty comment', async () => {
    decideAllBut({})
    await decideTasks(tasks(1), approve, new Map(), () => undefined)
    expect(askedOf('post', path)[0]?.body).not.toHaveProperty('comment')
  })

  it('each have an outcome of their own', async () => {
    const notOpen = { code: 'bpm.task_not_open', title: 'Not open', detail: 'Bob was first' }
    decideAllBut({ 'T-1': notOpen })
    const outcomes = await decideTasks(tasks(3), approve, new Map(), () => undefined)
    expect(outcomes.map(({ task, problem }) => [task.taskNo, problem?.code])).toEqual([
      ['T-0', undefined],
      ['T-1', 'bpm.task_not_open'],
      ['T-2', undefined],
    ])
    expect(outcomes[1]?.problem).toMatchObject({ detail: 'Bob was first', needsChoice: false })
  })

  it('say which of them ask whom they go to next', async () => {
    const errors = [{ pointer: '/selections/board', code: 'selection_required', detail: 'choose' }]
    decideAllBut({ 'T-0': { code: 'bpm.selection_invalid', title: 'Whom?', errors } })
    const [outcome] = await decideTasks(tasks(1), approve, new Map(), () => undefined)
    expect(outcome?.problem?.needsChoice).toBe(true)
  })
})

describe('a group that is refused as a whole', () => {
  it('is refused for each of its tasks, with what the refusal explains', async () => {
    refuse('post', path, { code: 'bpm.forbidden', status: 403, title: 'No', detail: 'Not yours' })
    const outcomes = await decideTasks(tasks(2), approve, new Map(), () => undefined)
    const problem = { code: 'bpm.forbidden', title: 'No', detail: 'Not yours' }
    expect(outcomes.map((outcome) => outcome.problem)).toEqual([problem, problem])
  })

  it.each([
    ['en', 'There is nothing here'],
    ['zh-CN', '这里什么都没有'],
  ] as const)('by something in between is told of in %s', async (language, title) => {
    await speak(language, 'inbox')
    answer('post', path, () => new Response('<html>', { status: 404 }))
    const [outcome] = await decideTasks(tasks(1), approve, new Map(), () => undefined)
    expect(outcome?.problem).toEqual({ code: 'console.unexpected_answer', title })
  })
})

describe('a group without an answer', () => {
  const fail = () => json({ code: 'bpm.busy', title: 'Busy', status: 503 }, 503)
  const keys = () => callsOf('post', path).map(({ headers }) => headers.get('idempotency-key'))

  it.each([
    ['the network is down', noAnswer, 'console.unreachable'],
    ['the service failed', fail, 'bpm.busy'],
    ['a proxy gave up', () => new Response('<html>', { status: 502 }), 'console.unexpected_answer'],
  ])('because %s has no outcome, and is sent again as it was', async (_, lose, code) => {
    answer('post', path, lose)
    const known: Outcomes = new Map()
    const decide = () => decideTasks(tasks(1), approve, known, () => undefined)
    await expect(decide()).rejects.toMatchObject({ code })
    expect(known.size).toBe(0)
    decideAllBut({})
    expect(await decide()).toEqual([{ task: aTask('T-0') }])
    const bodies = askedOf('post', path).map(({ body }) => body)
    expect(bodies[1]).toEqual(bodies[0])
    expect(new Set(keys()).size).toBe(1)
  })

  it('holds up no other; only it is sent again', async () => {
    let asked = 0
    answer('post', path, ({ body }) => {
      asked += 1
      if (asked === 1) return fail()
      const { items } = body as { items: readonly { taskNo: string }[] }
      return json({ items: items.map(({ taskNo }) => ({ taskNo, status: 200 })) })
    })
    const known: Outcomes = new Map()
    const decide = () => decideTasks(tasks(101), approve, known, () => undefined)
    await expect(decide()).rejects.toMatchObject({ code: 'bpm.busy' })
    expect([...known.keys()]).toEqual(['T-100'])
    expect(await decide()).toHaveLength(101)
    expect(askedOf('post', path).map(({ body }) => body.items.length)).toEqual([100, 1, 100])
    expect(keys()[2]).toBe(keys()[0])
  })
})
