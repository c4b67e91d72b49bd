import { expect, it } from 'vitest'
import { approversOf } from './approvers.ts'
import type { RecordAction, RecordApproval, RecordSeat } from './content.ts'

const node = { id: 'review', name: 'Review' }
const person = (id: string) => ({ id, name: id })

const approval: RecordApproval = {
  bizType: 'refund',
  bizTypeVersion: '1',
  bizId: 'order-1',
  title: 'Refund',
  initiator: person('anna'),
  status: 'APPROVED',
  result: 'APPROVED',
  round: 2,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  parentId: null,
  called: [],
}

const seatOf = (taskNo: string, who: string, round: number, status = 'APPROVED'): RecordSeat => ({
  taskNo,
  node,
  round,
  status,
  candidates: [],
  assignee: person(who),
  ownerId: null,
  onBehalfOf: [],
  endedBy: person(who),
  openedAt: approval.startedAt,
  endedAt: approval.endedAt,
  dueAt: null,
})

const approvedBy = (
  who: string,
  taskNo: string,
  round: number,
  kind: RecordAction['actor']['kind'] = 'user',
): RecordAction => ({
  sequence: 1,
  at: approval.startedAt,
  round,
  action: 'approve',
  actor: { ...person(who), kind },
  task: { taskNo, node },
  comment: null,
  attachments: [],
  details: {},
  moves: [],
})

it.each([
  ['in an earlier round', approvedBy('bob', 'T-1', 1), seatOf('T-1', 'bob', 1)],
  ['and took it back', approvedBy('bob', 'T-1', 2), seatOf('T-1', 'bob', 2, 'CANCELLED')],
  ['where somebody else then did', approvedBy('bob', 'T-1', 2), seatOf('T-1', 'eve', 2)],
  ['what they had asked for', approvedBy('anna', 'T-1', 2), seatOf('T-1', 'anna', 2)],
  ['as a service', approvedBy('bob', 'T-1', 2, 'service'), seatOf('T-1', 'bob', 2)],
])('does not count who approved %s', (_which, action, seat) => {
  expect(approversOf({ approval, actions: [action], seats: [seat] })).toEqual([])
})

it('counts different people whose approval stands in the last round', () => {
  const actions = [
    approvedBy('bob', 'T-1', 2),
    approvedBy('bob', 'T-2', 2),
    approvedBy('eve', 'T-3', 2),
  ]
  const seats = [seatOf('T-1', 'bob', 2), seatOf('T-2', 'bob', 2), seatOf('T-3', 'eve', 2)]
  expect(approversOf({ approval, actions, seats })).toEqual([person('bob'), person('eve')])
})
