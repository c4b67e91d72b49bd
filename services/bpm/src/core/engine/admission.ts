import type { UserTaskNode } from '../definition/graph.ts'
import type { Board } from './board.ts'
import type { DirectoryRequest } from './command.ts'
import {
  ask,
  findPeople,
  leaderRequest,
  managerRequest,
  roleRequest,
  userRequest,
  type Candidate,
} from './people.ts'

/**
 * Whom a user task is given to once its policies have been applied. `work` without people is a task
 * that nobody can take until an administrator hands it to somebody.
 */
export type Admission =
  | { readonly kind: 'asked' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'reject' }
  | { readonly kind: 'work'; readonly people: readonly Candidate[]; readonly standIn: boolean }

export function admit(board: Board, node: UserTaskNode): Admission {
  const found = findPeople(board, node)
  if (found.kind === 'asked') return found
  const people = withoutInitiator(board, node, found.people)
  if (people === 'asked') return { kind: 'asked' }
  if (people.length > 0) return { kind: 'work', people, standIn: false }
  if (found.people.length > 0 && node.policy.onInitiator === 'skip') return { kind: 'pass' }
  return admitNobody(board, node)
}

function withoutInitiator(
  board: Board,
  { policy }: UserTaskNode,
  people: readonly Candidate[],
): readonly Candidate[] | 'asked' {
  const own = people.find(({ user }) => user === board.initiator)
  if (own === undefined || policy.onInitiator === 'self') return people
  const others = people.filter((candidate) => candidate !== own)
  if (policy.onInitiator === 'skip') return others
  const instead = ask(
    board,
    policy.onInitiator === 'manager'
      ? managerRequest(board.initiator, 1, 1, 'bottomUp')
      : leaderRequest(board.initiator, 0),
  )
  if (instead === undefined) return 'asked'
  const fresh = instead.filter(
    (user) => user !== board.initiator && !others.some((other) => other.user === user),
  )
  return [...others, ...fresh.map((user) => ({ user, weight: own.weight }))]
}

function admitNobody(board: Board, { policy }: UserTaskNode): Admission {
  switch (policy.onEmpty) {
    case 'approve':
      return { kind: 'pass' }
    case 'reject':
      return { kind: 'reject' }
    case 'block':
      return { kind: 'work', people: [], standIn: true }
    case 'administrators':
      return admitStandIns(board, [roleRequest(board.administratorsRole)], true)
    case 'users':
      return admitStandIns(board, policy.emptyUsers.map(userRequest), false)
  }
}

function admitStandIns(
  board: Board,
  requests: readonly DirectoryRequest[],
  standIn: boolean,
): Admission {
  const answers = requests.map((request) => ask(board, request))
  const known = answers.filter((answer) => answer !== undefined)
  if (known.length < answers.length) return { kind: 'asked' }
  const people = [...new Set(known.flat())].map((user) => ({ user, weight: 1 }))
  return { kind: 'work', people, standIn: standIn || people.length === 0 }
}
