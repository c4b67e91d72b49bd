// What the rule on seats asks about people, read from the board, and whom it gives a seat to.
import type { UserTaskNode } from '../../definition/graph.ts'
import { isLive } from '../../task.ts'
import { Refusal, userTaskOf, type Board } from '../board.ts'
import { sawAllOf } from '../votes/content.ts'
import { runOfMany } from '../many/many.ts'
import { ask, roleRequest, standInsOf, userRequest, type Candidate } from './people.ts'
import { runsOf, scopesAround } from '../scopes.ts'
import {
  isVacant,
  permits,
  ruleAgainst,
  sharedSeat,
  stillSeated,
  type Placed,
  type Seat,
  type SeatRule,
  type Sitting,
} from './seat.ts'
import { decidedApartFrom } from './separations.ts'
import type { TaskCause } from '../command.ts'
import type { Activation, EngineTask, Scope, Token } from '../state.ts'
import { createTask, tasksOf } from '../tasks.ts'
import { latestVisits } from '../returns/visits.ts'

/** Before anybody has a seat. */
export function sittingFor(board: Board, node: UserTaskNode, token: Token | undefined): Sitting {
  return {
    initiator: board.initiator,
    onInitiator: node.policy.onInitiator,
    apart: decidedApartFrom(board, node.id),
    seated: new Set(),
    earlier: approversBefore(board, node, token),
  }
}

/** While a node is asked. @param except Tasks whose seat is the one in question. */
export function sittingAt(
  board: Board,
  activation: Activation,
  except: readonly number[] = [],
): Sitting {
  // The token as it came: the visit that is going on is no approval before.
  const token = board.visits.get(activation.visit)?.token
  const sitting = sittingFor(board, userTaskOf(board, activation), token)
  for (const { user, onBehalfOf } of activation.kept) {
    sitting.seated.add(user)
    sitting.seated.add(onBehalfOf ?? user)
  }
  for (const task of tasksOf(board, activation.id)) {
    if (except.includes(task.key) || !hasSeat(task)) continue
    for (const user of peopleOf(task)) sitting.seated.add(user)
  }
  return sitting
}

/** Whoever a seat is or was given to, and whose it is when they stand in. */
function peopleOf({ assignee, owner, onBehalf }: EngineTask): string[] {
  const there = [assignee, owner].filter((user) => user !== undefined)
  return there.flatMap((user) => [user, onBehalf?.[user] ?? user])
}

const hasSeat = ({ state }: EngineTask): boolean =>
  isLive(state) || state === 'APPROVED' || state === 'REJECTED' || state === 'SKIPPED'

/** Those whose approval counts again here, by the policy on duplicates: of what is shown here, too. */
function approversBefore(
  board: Board,
  node: UserTaskNode,
  token: Token | undefined,
): ReadonlySet<string> {
  const { duplicates } = node.policy
  if (duplicates === 'none' || token === undefined) return new Set()
  const past = withoutTurns(board, token, node)
  const visits =
    duplicates === 'consecutive'
      ? latestVisits(board, past)
      : past.flatMap((id) => board.visits.get(id) ?? [])
  return new Set(visits.filter(sawAllOf(board, node)).flatMap(({ approvers }) => approvers))
}

/** What led to a token, save the turns before: a loop asks again on purpose. */
function withoutTurns(board: Board, token: Token, { id: node }: UserTaskNode): readonly number[] {
  const { past, scope } = token
  // Of many at once none comes before another.
  const turns = runOfMany(board, token) === undefined ? (token.turns ?? 0) : 0
  const around = scopesAround(board, scope).filter(({ token }) => (token.turns ?? 0) > 0)
  const isRunBefore = (before: Scope) =>
    around.some((one) => {
      const isSame = one.node === before.node && one.token.id === before.token.id
      return isSame && one.id !== before.id
    })
  return past.filter((id) => {
    const visit = board.visits.get(id)
    const isBefore = visit !== undefined && runsOf(board, visit).some(isRunBefore)
    return (turns === 0 || visit?.node !== node) && !isBefore
  })
}

/**
 * Gives each person a seat. For whoever is away the first of those who stand in for them that may sit
 * here and has no seat yet; else the seat waits for its owner.
 */
export function placeEach(
  board: Board,
  sitting: Sitting,
  people: readonly Candidate[],
): readonly Placed[] {
  const standIns = new Map(people.map(({ user }) => [user, standInsOf(board, user)]))
  const isAway = ({ user }: Candidate) =>
    (standIns.get(user) ?? []).length > 0 && !sitting.earlier.has(user)
  // Whoever is asked here stands in for nobody else, though they may be away themselves.
  const taken = new Set(people.map(({ user }) => user))
  return people.map((person): Placed => {
    if (!isAway(person)) return person
    const instead = firstOf(sitting, person, standIns.get(person.user) ?? [], taken)
    taken.add(instead.user)
    return instead
  })
}

/** For one seat that several can take: whoever stands in for some of them is among them once. */
export function placeShared(
  board: Board,
  sitting: Sitting,
  people: readonly Candidate[],
): readonly Placed[] {
  const placed = people.map((person): Placed =>
    sitting.earlier.has(person.user)
      ? person
      : firstOf(sitting, person, standInsOf(board, person.user), new Set()),
  )
  const byUser = new Map<string, Placed>()
  for (const one of placed) {
    // In their own right rather than for somebody else, where they are there as both.
    if (one.onBehalfOf === undefined || !byUser.has(one.user)) byUser.set(one.user, one)
  }
  return [...byUser.values()]
}

/** Who sits for somebody: they themselves, where nobody who stands in for them may. */
export function firstOf(
  sitting: Sitting,
  person: Candidate,
  standIns: readonly string[],
  taken: ReadonlySet<string>,
): Placed {
  const onBehalfOf = person.user
  const instead = standIns.find(
    (user) => !taken.has(user) && permits(sitting, { user, onBehalfOf }),
  )
  return instead === undefined ? person : { user: instead, weight: person.weight, onBehalfOf }
}

/** Those of them whom no rule keeps out; who approved before may have a seat that is skipped. */
export function withoutBarred(sitting: Sitting, people: readonly Candidate[]): Candidate[] {
  return people.filter((person) => {
    const rule = ruleAgainst(sitting, person)
    return rule === undefined || rule === 'duplicates'
  })
}

/** A seat that the rule gave, or the refusal that names the rule. */
export function must(seat: Seat | SeatRule, user: string): Seat {
  if (typeof seat === 'object') return seat
  throw refusalOf(seat, user)
}

const why: Readonly<Record<SeatRule, string>> = {
  onInitiator: 'whoever started the approval decides nothing here',
  separation: 'they have decided at a node that is kept apart from this one',
  oneSeat: 'they have a seat at this node already: two seats are two people',
  duplicates: 'they have approved before, and are not asked again here',
}

export const refusalOf = (rule: SeatRule, user: string): Refusal =>
  new Refusal('separation_of_duties', why[rule], [user], rule)

/**
 * A seat of a node at work for those of its task whom the rule still lets sit there. Nobody left: it
 * goes to those whom `onEmpty` lists, else to the administrators, and is never decided by itself.
 */
export function seatAgain(board: Board, activation: Activation, task: EngineTask): Seat {
  const sitting = sittingAt(board, activation, [task.key])
  const seat = stillSeated(sitting, task)
  if (!isVacant(seat) || isVacant(task)) return seat
  const { policy } = userTaskOf(board, activation)
  const requests =
    policy.onEmpty === 'users'
      ? policy.emptyUsers.map(userRequest)
      : [roleRequest(board.administratorsRole)]
  const users = new Set(requests.flatMap((request) => ask(board, request) ?? []))
  const people = [...users].map((user) => ({ user, weight: task.weight }))
  return sharedSeat(sitting, placeShared(board, sitting, people))
}

/** A task like one that is no more, to be decided by those who may still sit there. */
export function reopenTask(
  board: Board,
  activation: Activation,
  task: EngineTask,
  cause: TaskCause,
): EngineTask {
  const seat = seatAgain(board, activation, task)
  const { weight, order, part, parent, addedBy } = task
  const { id, node } = activation
  // Others have not claimed it, nor has anybody lent it to them.
  const moved = seat.owner !== task.owner || seat.assignee !== task.assignee
  const state = moved && task.state !== 'WAITING' ? 'OPEN' : task.state
  const again = { activation: id, node, state, weight, order, part, parent, addedBy }
  return createTask(board, again, seat, cause)
}
