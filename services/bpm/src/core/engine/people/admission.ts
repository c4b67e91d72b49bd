import type { UserTaskNode } from '../../definition/graph.ts'
import type { Board } from '../board.ts'
import type { DirectoryRequest, PassReason } from '../command.ts'
import { cellOf, type Ruling } from '../decisions.ts'
import {
  ask,
  findPeople,
  leaderRequest,
  managerRequest,
  roleRequest,
  userRequest,
  type Candidate,
} from './people.ts'
import { fillsAll } from '../votes/quorum.ts'
import type { Sitting } from './seat.ts'
import { withoutBarred } from './sitting.ts'
import type { Token } from '../state.ts'

/**
 * Whom a user task is given to once its policies have been applied. `work` without people is a task
 * that nobody can take until an administrator hands it to somebody.
 */
export type Admission =
  | { readonly kind: 'asked' }
  | { readonly kind: 'pass'; readonly because: PassReason }
  | { readonly kind: 'reject' }
  | {
      readonly kind: 'work'
      readonly people: readonly Candidate[]
      readonly standIn: boolean
      readonly ruling?: Ruling | undefined
    }

export function admit(
  board: Board,
  node: UserTaskNode,
  sitting: Sitting,
  token: Token | undefined,
): Admission {
  const found = findPeople(board, node, token)
  if (found.kind === 'asked') return found
  const people = withoutInitiator(board, node, found.people)
  if (people === 'asked') return { kind: 'asked' }
  const may = withoutBarred(sitting, people)
  const { ruling } = found
  if (may.length > 0 && canPass(node, may, ruling)) {
    return { kind: 'work', people: may, standIn: false, ruling }
  }
  const onlyInitiator = found.people.length > 0 && people.length === 0
  if (onlyInitiator && node.policy.onInitiator === 'skip') {
    return { kind: 'pass', because: 'onInitiator' }
  }
  return admitNobody(board, node, sitting, people.length > 0)
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
  return [...others, ...fresh.map((user) => ({ ...own, user }))]
}

/** Whether those who may be asked are enough for each group of a quorum, or for a decision table. */
function canPass(
  { decision, candidates }: UserTaskNode,
  people: readonly Candidate[],
  ruling: Ruling | undefined,
): boolean {
  const approvals = ruling === undefined ? null : cellOf(ruling, 'approvals')
  if (typeof approvals === 'number' && people.length < approvals) return false
  if (decision.mode !== 'quorum') return true
  return fillsAll(
    candidates.map(({ atLeast = 0 }) => atLeast),
    people.map(({ groups = [] }) => groups),
  )
}

/** @param keptOut People were found, and all of them are kept out, or they are too few for a quorum. */
function admitNobody(
  board: Board,
  { policy, decision }: UserTaskNode,
  sitting: Sitting,
  keptOut: boolean,
): Admission {
  const administrators = [roleRequest(board.administratorsRole)]
  switch (policy.onEmpty) {
    case 'approve':
      // To keep two decisions apart is no reason to make one of them without anybody.
      return keptOut
        ? admitStandIns(board, administrators, sitting, true)
        : { kind: 'pass', because: 'onEmpty' }
    case 'reject':
      return { kind: 'reject' }
    case 'block':
      return { kind: 'work', people: [], standIn: true }
    case 'administrators':
      return admitStandIns(board, administrators, sitting, true)
    case 'users':
      // Whoever is listed is of no group.
      return admitStandIns(
        board,
        policy.emptyUsers.map(userRequest),
        sitting,
        decision.mode === 'quorum',
      )
  }
}

function admitStandIns(
  board: Board,
  requests: readonly DirectoryRequest[],
  sitting: Sitting,
  standIn: boolean,
): Admission {
  const answers = requests.map((request) => ask(board, request))
  const known = answers.filter((answer) => answer !== undefined)
  if (known.length < answers.length) return { kind: 'asked' }
  const found = [...new Set(known.flat())].map((user) => ({ user, weight: 1 }))
  const people = withoutBarred(sitting, found)
  return { kind: 'work', people, standIn: standIn || people.length === 0 }
}
