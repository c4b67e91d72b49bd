import { describe, expect, it, vi } from 'vitest'
import { answer, json, noAnswer } from '../../../testing/network.ts'
import { aTask } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { decideTasks } from './decide.ts'

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
    const outcomes = await decideTasks(tasks(230), { action: 'reject', comment: 'late' }, tell)
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
    await decideTasks(tasks(1), approve, () => undefined)
    expect(askedOf('post', path)[0]?.body).not.toHaveProperty('comment')
  })

  it('each have an outcome of their own', async () => {
    const notOpen = { code: 'bpm.task_not_open', title: 'Not open', detail: 'Bob was first' }
    decideAllBut({ 'T-1': notOpen })
    const outcomes = await decideTasks(tasks(3), approve, () => undefined)
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
    const [outcome] = await decideTasks(tasks(1), approve, () => undefined)
    expect(outcome?.problem?.needsChoice).toBe(true)
  })
})

describe('a group without an answer of its own', () => {
  it('that is refused as a whole is refused for each of its tasks, and holds up no other group', async () => {
    let asked = 0
    answer('post', path, ({ body }) => {
      asked += 1
      if (asked === 1) return json({ code: 'bpm.busy', title: 'Busy', status: 503 }, 503)
      const { items } = body as { items: readonly { taskNo: string }[] }
      return json({ items: items.map(({ taskNo }) => ({ taskNo, status: 200 })) })
    })
    const outcomes = await decideTasks(tasks(101), approve, () => undefined)
    expect(outcomes.slice(0, 100).every(({ problem }) => problem?.code === 'bpm.busy')).toBe(true)
    expect(outcomes[100]?.problem).toBeUndefined()
  })

  it('to which nobody answered says so for each task', async () => {
    answer('post', path, noAnswer)
    const [outcome] = await decideTasks(tasks(1), approve, () => undefined)
    expect(outcome?.problem?.code).toBe('console.unreachable')
  })

  it('says what the refusal explains', async () => {
    refuse('post', path, { code: 'bpm.forbidden', status: 403, title: 'No', detail: 'Not yours' })
    const [outcome] = await decideTasks(tasks(1), approve, () => undefined)
    expect(outcome?.problem).toEqual({ code: 'bpm.forbidden', title: 'No', detail: 'Not yours' })
  })
})
