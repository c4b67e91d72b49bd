import { describe, expect, it } from 'vitest'
import {
  decideTask,
  isInvolved,
  isLive,
  TASK_STATES,
  type TaskAction,
  type TaskDecision,
  type TaskHolders,
} from './task.ts'

const open: TaskHolders = {
  state: 'OPEN',
  assignee: undefined,
  candidates: ['p', 'q'],
  owner: undefined,
}
const claimed: TaskHolders = { ...open, state: 'CLAIMED', assignee: 'p' }
const lent: TaskHolders = { ...open, state: 'DELEGATED', assignee: 'q', owner: 'p' }
const waiting: TaskHolders = { ...open, state: 'WAITING', assignee: 'p' }
const next = (state: string) => ({ allowed: true, next: state })
const refused = (reason: string) => ({ allowed: false, reason })

describe('what a person may do with a task', () => {
  it.each<readonly [string, TaskHolders, TaskAction, string, object]>([
    ['anybody of several takes it', open, 'claim', 'q', next('CLAIMED')],
    ['or decides at once', open, 'approve', 'q', next('APPROVED')],
    ['nobody else does', open, 'claim', 'r', refused('not_candidate')],
    [
      'nobody takes their own',
      { ...open, assignee: 'p' },
      'claim',
      'p',
      refused('task_not_claimable'),
    ],
    ['nobody takes it twice', claimed, 'claim', 'p', refused('task_not_open')],
    ['nobody takes what somebody has', claimed, 'claim', 'q', refused('task_not_open')],
    ['nor decides it', claimed, 'approve', 'q', refused('task_not_open')],
    ['whoever has it decides', claimed, 'reject', 'p', next('REJECTED')],
    ['or puts it back', claimed, 'unclaim', 'p', next('OPEN')],
    ['what nobody has is not put back', open, 'unclaim', 'p', refused('task_not_open')],
    ['what waits is not decided', waiting, 'approve', 'p', refused('task_not_open')],
    ['nor skipped by a person', waiting, 'skip', 'p', refused('task_not_open')],
    ['who has it on loan gives it back', lent, 'resolve', 'q', next('OPEN')],
    ['and does nothing else with it', lent, 'transfer', 'q', refused('task_not_open')],
    ['who lent it sees that it is there', lent, 'resolve', 'p', refused('task_not_open')],
    [
      'what is done stays',
      { ...claimed, state: 'APPROVED' },
      'approve',
      'p',
      refused('task_not_open'),
    ],
  ])('%s', (_, task, action, userId, decision) =>
    expect(decideTask(task, action, { userId })).toEqual(decision),
  )

  it('an administrator who has nothing to do with it hands it on while it is there', () => {
    const decide = (task: TaskHolders, action: TaskAction): TaskDecision =>
      decideTask(task, action, { userId: 'admin', administrator: true })
    for (const task of [open, claimed, lent, waiting])
      expect(decide(task, 'transfer')).toEqual(next('TRANSFERRED'))
    expect(decide({ ...open, state: 'APPROVED' }, 'transfer')).toEqual(refused('task_not_open'))
    expect(decide(open, 'approve')).toEqual(refused('not_candidate'))
    const person = { userId: 'r', administrator: false }
    expect(decideTask(open, 'transfer', person)).toEqual(refused('not_candidate'))
  })

  it('is there for whoever has it, lent it or could take it', () => {
    expect(['p', 'q', 'r'].map((one) => isInvolved(open, one))).toEqual([true, true, false])
    const alone = { ...lent, candidates: [] }
    expect(['p', 'q', 'r'].map((one) => isInvolved(alone, one))).toEqual([true, true, false])
  })

  it('ends', () => {
    expect(TASK_STATES.filter(isLive)).toEqual(['WAITING', 'OPEN', 'CLAIMED', 'DELEGATED'])
  })
})
