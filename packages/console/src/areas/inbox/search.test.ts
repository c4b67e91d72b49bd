import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  instanceFilterOf,
  instanceStatuses,
  readApprovalsSearch,
  readInboxSearch,
  readStartedSearch,
  taskFilterOf,
} from './search.ts'

describe('the address of the inbox', () => {
  it.each([
    [{}, {}],
    [{ box: 'done' }, { box: 'done' }],
    [
      { box: 'cc', overdue: true },
      { box: 'cc', overdue: true },
    ],
    [{ box: 'todo' }, {}],
    [{ box: 'mine', overdue: 'true', other: 1 }, {}],
    [
      { q: 'trip', bizType: 'expense', task: 'T-1' },
      { q: 'trip', bizType: 'expense', task: 'T-1' },
    ],
    // Typed as a number, meant as a text.
    [
      { q: 2026, task: 7 },
      { q: '2026', task: '7' },
    ],
    [{ q: '', bizType: '', task: '' }, {}],
    [{ q: ['a'], bizType: null, task: {} }, {}],
  ])('read from %j says %j', (raw, search) => {
    expect(readInboxSearch(raw)).toEqual(search)
  })

  it('asks for no more than the service takes', () => {
    expect(readInboxSearch({ q: 'x'.repeat(500) }).q).toHaveLength(200)
  })

  it('says the same when what it says is read again', () => {
    const raw = fc.dictionary(
      fc.constantFrom('box', 'q', 'bizType', 'overdue', 'task', 'x'),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom('done', 'cc')),
    )
    fc.assert(
      fc.property(raw, (any) => {
        const once = readInboxSearch(any)
        expect(readInboxSearch({ ...once })).toEqual(once)
      }),
    )
  })
})

it('lists what waits where the address names no box, and no open task narrows it', () => {
  expect(taskFilterOf({ q: 'trip', task: 'T-1' })).toEqual({ box: 'todo', q: 'trip' })
  expect(taskFilterOf({ box: 'cc', overdue: true })).toMatchObject({ box: 'cc', overdue: true })
})

describe('the address of what one started', () => {
  it.each(instanceStatuses)('narrows it to %s', (status) => {
    expect(readStartedSearch({ status })).toEqual({ status })
  })

  it.each(['running', 'LOST', 1, null])('does not know the state %s', (status) => {
    expect(readStartedSearch({ status, q: 'trip' })).toEqual({ q: 'trip' })
  })
})

describe('the address of all approvals', () => {
  const id = '01938c5e-7a3b-7c3d-8e4f-000000000001'

  it('keeps what a figure of the dashboard says', () => {
    const said = {
      bizType: 'expense',
      task: 'waiting',
      taskDefinition: 'expense-approval',
      taskNode: 'manager',
      taskPerson: id,
      startedFrom: '2026-11-16T00:00:00.000Z',
      definitionKey: 'expense-approval',
      own: true,
      endedUntil: '2026-11-16T00:00:00.000Z',
      resubmittedFrom: '2026-11-16T00:00:00.000Z',
      taskAt: '2026-11-16T00:00:00.000Z',
    }
    expect(readApprovalsSearch(said)).toEqual(said)
    const { own, ...filter } = said
    expect(instanceFilterOf(readApprovalsSearch(said))).toEqual({ ...filter, called: !own })
    expect(instanceFilterOf({ bizType: 'expense' })).toEqual({ bizType: 'expense' })
  })

  it.each([
    { task: 'late' },
    { taskPerson: 'me' },
    { taskFrom: 'monday' },
    { startedUntil: 5 },
    { own: 'yes' },
  ])('leaves out %j, which the service would refuse', (nonsense) => {
    expect(readApprovalsSearch({ ...nonsense, q: 'trip' })).toEqual({ q: 'trip' })
  })
})
