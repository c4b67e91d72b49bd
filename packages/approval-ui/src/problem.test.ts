import { describe, expect, it } from 'vitest'
import { ApprovalProblem, asProblem, noAnswer, readProblem, toProblem } from './problem.ts'
import { people } from './testing/answers.ts'

describe('a refusal', () => {
  it('is what the service says, with what became of the task', () => {
    const task = { status: 'APPROVED', assignee: people.manager, endedAt: null, endedBy: null }
    const fault = { pointer: '/to', code: 'unknown', detail: 'Nobody' }
    const said = {
      title: 'Not open',
      code: 'bpm.task_not_open',
      errors: [fault],
      task,
      requestId: 'r-1',
    }
    expect(toProblem(409, said)).toMatchObject({
      message: 'Not open',
      code: 'bpm.task_not_open',
      status: 409,
      faults: [fault],
      outcome: task,
      requestId: 'r-1',
    })
  })

  it('tells of the decision that made the task needless instead', () => {
    const task = { status: 'CANCELLED', assignee: people.manager, endedAt: null, endedBy: null }
    const decision = { ...task, status: 'APPROVED', endedBy: people.manager }
    expect(toProblem(409, { code: 'bpm.task_not_open', task, decision }).outcome).toBe(decision)
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'no'],
    ['other members', { error: 'oops' }],
    ['members of other types', { title: 1, code: {}, errors: 'x', task: 'T-1', requestId: 5 }],
  ])('that says %s has its status and a code of its own', (_, body) => {
    const problem = toProblem(503, body)
    expect(problem).toMatchObject({ message: 'HTTP 503', code: 'unreadable', faults: [] })
    expect(problem.outcome).toBeUndefined()
    expect(problem.requestId).toBeUndefined()
  })

  it('names only faults that are whole', () => {
    const whole = { pointer: '/a', code: 'x', detail: 'y' }
    const errors = [whole, { pointer: '/a' }, null, 'x', { ...whole, detail: 5 }]
    expect(toProblem(422, { errors }).faults).toEqual([whole])
  })

  it('whose body is no JSON is read all the same', async () => {
    expect(await readProblem(new Response('<html>', { status: 502 }))).toMatchObject({
      status: 502,
    })
  })
})

describe('what was thrown', () => {
  it('stays the problem it is', () => {
    const problem = noAnswer(new TypeError('down'))
    expect(asProblem(problem)).toBe(problem)
    expect(problem).toMatchObject({ code: 'network', status: 0 })
  })

  it.each([
    [new RangeError('too far'), 'too far'],
    ['a text', 'a text'],
  ])('is a fault of the page otherwise: %s', (thrown, message) => {
    const problem = asProblem(thrown)
    expect(problem).toBeInstanceOf(ApprovalProblem)
    expect(problem).toMatchObject({ code: 'component', message, cause: thrown })
  })
})
