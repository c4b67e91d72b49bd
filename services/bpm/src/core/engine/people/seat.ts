/**
 * Who may take part at a node: the one rule on seats. Whatever gives somebody something to decide, or
 * lets them decide it, asks {@link ruleAgainst}: the people of a {@link Seat} are written nowhere else,
 * and this file alone makes one. ADR 0028 lists the ways that lead here.
 */
import type { PolicyRule } from '../../definition/graph.ts'
import type { EngineTask } from '../state.ts'

/** As `bpm.separation_of_duties` names them: the notation's own words, and `oneSeat`. */
export type SeatRule = 'onInitiator' | 'separation' | 'oneSeat' | 'duplicates'

/** What is asked about a person at one node, while one command is worked on. */
export interface Sitting {
  readonly initiator: string
  readonly onInitiator: PolicyRule['onInitiator']
  /** Who has decided at a node that is kept apart from this one. */
  readonly apart: ReadonlySet<string>
  /** Who has a seat here or had decided one, and for whom. Grows with each seat that is taken. */
  readonly seated: Set<string>
  /** Who approved before, where the policy on duplicates asks nobody twice. */
  readonly earlier: ReadonlySet<string>
}

/** A person for a seat. `onBehalfOf`: whose seat it is, when they stand in. */
export interface Placed {
  readonly user: string
  readonly weight: number
  readonly onBehalfOf?: string
}

/**
 * The rule that keeps a person from a seat; undefined when there is none. Whoever may not have it gets
 * nobody to stand in for them there either. Who stands in never does so in what they have started
 * themselves, whatever the node says of initiators.
 */
export function ruleAgainst(
  { initiator, onInitiator, apart, seated: there, earlier }: Sitting,
  { user, onBehalfOf = user }: Pick<Placed, 'user' | 'onBehalfOf'>,
): SeatRule | undefined {
  const initiates = user === initiator || onBehalfOf === initiator
  const standsInOwn = user === initiator && onBehalfOf !== user
  if (standsInOwn || (initiates && onInitiator !== 'self')) return 'onInitiator'
  if (apart.has(user) || apart.has(onBehalfOf)) return 'separation'
  if (there.has(user) || there.has(onBehalfOf)) return 'oneSeat'
  return earlier.has(user) ? 'duplicates' : undefined
}

export const permits = (sitting: Sitting, person: Pick<Placed, 'user' | 'onBehalfOf'>): boolean =>
  ruleAgainst(sitting, person) === undefined

const seated = Symbol('seated')

/** The people of a task, as far as they are about who decides it. */
export type Holders = Pick<EngineTask, 'assignee' | 'candidates' | 'owner' | 'onBehalf'>

/** Holders that the rule has let pass. */
export interface Seat extends Holders {
  readonly [seated]: true
}

const nobody = { assignee: undefined, candidates: [], owner: undefined, onBehalf: undefined }
const toSeat = (holders: Partial<Holders>): Seat => ({ [seated]: true, ...nobody, ...holders })

/** A seat that nobody has: an administrator gives it to somebody. */
export const vacant: Seat = toSeat({})

/** One person in a seat of their own, or the rule that forbids it. */
export function takeSeat(sitting: Sitting, person: Placed): Seat | SeatRule {
  const rule = ruleAgainst(sitting, person)
  if (rule !== undefined) return rule
  sit(sitting, person)
  return toSeat({ assignee: person.user, onBehalf: behalves([person]) })
}

/** A seat that counts as approved, since its person has approved before. */
export function skipSeat(sitting: Sitting, user: string, candidates: readonly string[]): Seat {
  if (ruleAgainst(sitting, { user }) !== 'duplicates') return vacant
  sit(sitting, { user })
  return toSeat({ assignee: user, candidates })
}

/** A seat for whoever of them takes it; those whom a rule keeps out are left out. */
export function sharedSeat(sitting: Sitting, people: readonly Placed[]): Seat {
  const may = people.filter((person) => permits(sitting, person))
  const [only, another] = may
  if (only === undefined) return vacant
  if (another === undefined) {
    sit(sitting, only)
    return toSeat({ assignee: only.user, onBehalf: behalves(may) })
  }
  return toSeat({ candidates: may.map(({ user }) => user), onBehalf: behalves(may) })
}

/** Somebody takes a seat that is theirs to take, or decides in it: asked anew each time. */
export function keepSeat(sitting: Sitting, task: Holders, user: string): Seat | SeatRule {
  const rule = ruleAgainst(sitting, { user, ...standing(task, user) })
  if (rule !== undefined) return rule
  return toSeat({ ...holdersOf(task), assignee: user })
}

/** The seat is lent to somebody who advises: it comes back to the one who has it. */
export function lendSeat(
  sitting: Sitting,
  task: Holders,
  user: string,
  to: Placed,
): Seat | SeatRule {
  const rule = ruleAgainst(sitting, { user, ...standing(task, user) }) ?? ruleAgainst(sitting, to)
  if (rule !== undefined) return rule
  sit(sitting, to)
  const onBehalf = { ...task.onBehalf, ...behalves([to]) }
  return toSeat({
    ...holdersOf(task),
    assignee: to.user,
    owner: user,
    onBehalf: Object.keys(onBehalf).length === 0 ? undefined : onBehalf,
  })
}

/** A lent seat goes to another owner: who advises goes on, and it comes back to the new one. */
export function passLent(
  sitting: Sitting,
  task: Holders & { readonly assignee: string },
  to: Placed,
): Seat | SeatRule {
  const adviser = { user: task.assignee, ...standing(task, task.assignee) }
  const rule = ruleAgainst(sitting, to) ?? ruleAgainst(sitting, adviser)
  if (rule !== undefined) return rule
  sit(sitting, to)
  return toSeat({ assignee: task.assignee, owner: to.user, onBehalf: behalves([adviser, to]) })
}

/**
 * Those of a task whom nothing keeps out: as it was, lent seats back with their owners, taken ones
 * back with those who shared them, and one that was decided by standing in back with whose it is.
 */
export function stillSeated(sitting: Sitting, task: Holders): Seat {
  const { assignee, owner, candidates } = task
  const may = (user: string) => permits(sitting, { user, ...standing(task, user) })
  const holder = owner ?? assignee
  const asks = [holder, assignee].filter((user) => user !== undefined)
  if (asks.length > 0 && asks.every(may)) return toSeat(holdersOf(task))
  const left = candidates.filter(may)
  if (holder === undefined) return toSeat({ ...holdersOf(task), candidates: left })
  if (may(holder)) return toSeat({ ...holdersOf(task), assignee: holder, owner: undefined })
  if (left.length > 0) return toSeat({ candidates: left, onBehalf: task.onBehalf })
  const whose = task.onBehalf?.[holder]
  return whose !== undefined && permits(sitting, { user: whose })
    ? toSeat({ assignee: whose })
    : vacant
}

export const isVacant = ({ assignee, candidates }: Holders): boolean =>
  assignee === undefined && candidates.length === 0

/** For whom somebody sits there, as a member to spread. */
export function standing(
  { onBehalf }: Pick<Holders, 'onBehalf'>,
  user: string,
): Pick<Placed, 'onBehalfOf'> {
  const onBehalfOf = onBehalf?.[user]
  return onBehalfOf === undefined ? {} : { onBehalfOf }
}

const holdersOf = ({ assignee, candidates, owner, onBehalf }: Holders): Holders => ({
  assignee,
  candidates,
  owner,
  onBehalf,
})

function sit({ seated: there }: Sitting, { user, onBehalfOf }: Omit<Placed, 'weight'>): void {
  there.add(user)
  if (onBehalfOf !== undefined) there.add(onBehalfOf)
}

function behalves(people: readonly Omit<Placed, 'weight'>[]): EngineTask['onBehalf'] {
  const pairs = people.flatMap(({ user, onBehalfOf }) =>
    onBehalfOf === undefined ? [] : [[user, onBehalfOf] as const],
  )
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}
