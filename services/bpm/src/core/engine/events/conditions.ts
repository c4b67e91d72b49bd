// Conditional events: they come when the values of the approval are so, in the command that made them so.
import type { Expression } from '../../definition/graph.ts'
import { Refusal, type Board } from '../board.ts'
import { listening, type Listening } from './hearing.ts'
import { evaluate } from '../people/people.ts'
import { scopesAround } from '../scopes.ts'
import type { Token } from '../state.ts'
import { findOwners } from './timers.ts'

/** What one command may evaluate: about a second. What goes round is found by its steps. */
const MOST_LOOKS = 50_000

/**
 * Lets events come whose conditions hold: at once where the work that they wait with has just begun, and whenever values
 * have changed. What goes on beside its work comes again only after its condition has not held in between, and once in
 * a command: values count as they are when something has happened.
 *
 * @returns whether any has come.
 */
export function hearConditions(board: Board): boolean {
  const news = board.process.watches ? findNews(board) : new Set()
  if (news.size === 0) return false
  const held = new Map<number, string[]>()
  const found = listening(board, ({ event, trigger, owner, token, sees }) => {
    if (trigger.on !== 'condition' || !news.has(owner)) return false
    countLook(board, event.id)
    const isSo = holds(board, trigger.condition, event.id, sees)
    if (endsItsWork(event)) return isSo
    const seen = held.get(token?.id ?? 0) ?? []
    held.set(token?.id ?? 0, isSo ? [...seen, event.id] : seen)
    const key = `${owner} ${event.id}`
    if (!isSo || heldBy(board, token).includes(event.id) || board.watch.begun.has(key)) return false
    board.watch.begun.add(key)
    return true
  })
  for (const [id, events] of held) remember(board, id, events)
  for (const comes of found) comes()
  return found.length > 0
}

/** The work that was not there at the last look, or for which values or outcomes are others now, by its keys. */
function findNews(board: Board): ReadonlySet<string> {
  const { watch, variables, outcomes } = board
  if (!isSame(watch.variables, variables) || !isSame(watch.outcomes, outcomes)) {
    watch.changes += 1
    watch.variables = new Map(variables)
    watch.outcomes = new Map(outcomes)
  }
  const moving = movingIn(board)
  const seen = new Map<string, readonly unknown[]>()
  const news = new Set<string>()
  for (const [key, { owner, token }] of findOwners(board)) {
    if (moving.has(token)) continue
    const inside = owner.kind === 'scope' ? owner.id : (board.tokens.get(token)?.scope ?? 0)
    // What the others of many have come to is not seen from one of them.
    const runs = scopesAround(board, inside).map((run) => run.outcomes)
    const sees = [watch.changes, ...runs]
    const before = watch.seen.get(key)
    if (!sees.every((one, at) => one === before?.[at])) news.add(key)
    seen.set(key, sees)
  }
  watch.seen = seen
  return news
}

function countLook(board: Board, event: string): void {
  board.watch.looks += 1
  if (board.watch.looks <= MOST_LOOKS) return
  throw new Refusal('step_budget_exceeded', 'values change too often for what waits for them', [
    event,
  ])
}

/** Tokens that have not come to rest where they are, or are on their way from there. */
const movingIn = ({ moving }: Board): ReadonlySet<number> =>
  new Set(moving.map(({ token }) => token.id))

const isSame = <T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/** What it waits with is over once it has come: nothing of it is left to come again. */
const endsItsWork = (event: Listening['event']): boolean =>
  event.kind === 'receive' ||
  (event.kind === 'boundary' ? event.interrupting : event.begins.interrupting)

const heldBy = (board: Board, token: Token | undefined): readonly string[] =>
  token === undefined ? board.held : (token.held ?? [])

function remember(board: Board, id: number, events: readonly string[]): void {
  if (id === 0) {
    board.held = events
    return
  }
  const token = board.tokens.get(id)
  if (token === undefined) return
  const { held: _, ...plain } = token
  board.tokens.set(id, events.length === 0 ? plain : { ...plain, held: events })
}

/** A value that it speaks of may be still to come: until then it does not hold. */
function holds(
  board: Board,
  condition: Expression,
  element: string,
  token: Token | undefined,
): boolean {
  try {
    return evaluate(board, condition, element, token) === true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'expression_failed') return false
    throw error
  }
}
