// Events that wait for several at once: what has come of them is kept with the work that they wait with.
import type { Node, Single } from '../../definition/graph.ts'
import { triggerOf } from '../../definition/events/triggers.ts'
import type { Board } from '../board.ts'
import type { Came, Token } from '../state.ts'

/** What one of several is told from the others by: each event waits for one time and one condition at most. */
export function nameOf(trigger: Single): string {
  if (trigger.on === 'message' || trigger.on === 'signal') {
    return `${trigger.on} ${trigger.message}`
  }
  return trigger.on
}

/** What has come with the work of a token; of the approval itself where there is none. */
const cameTo = (board: Board, token: number): readonly Came[] =>
  token === 0 ? board.came : (board.tokens.get(token)?.came ?? [])

/** Whether one of several has come before, and is not waited for again until the others have. */
export const hasCome = (came: readonly Came[] | undefined, event: string, what: Single): boolean =>
  (came ?? []).some(([id, name]) => id === event && name === nameOf(what))

/** The same of what waits with the work of a token, 0 for the approval itself. */
export const hasComeTo = (board: Board, token: number, event: string, what: Single): boolean =>
  hasCome(cameTo(board, token), event, what)

/**
 * Notes what has come for an event.
 *
 * @param token That of the work that it waits with, 0 for the approval itself.
 * @returns whether the event goes on: any of its own is enough, or this was the last of all.
 */
export function noteArrival(
  board: Board,
  token: number,
  event: Node,
  what: readonly Single[],
): boolean {
  const trigger = triggerOf(event)
  if (trigger?.on !== 'several' || !trigger.all) return true
  const before = cameTo(board, token)
  const now = what.map((one): Came => [event.id, nameOf(one)])
  const missing = now.filter(
    ([, name]) => !before.some(([id, one]) => id === event.id && one === name),
  )
  const came = [...before, ...missing]
  const isComplete = trigger.of.every((one) => hasCome(came, event.id, one))
  remember(board, token, isComplete ? came.filter(([id]) => id !== event.id) : came)
  return isComplete
}

function remember(board: Board, id: number, came: readonly Came[]): void {
  if (id === 0) {
    board.came = came
    return
  }
  const token: Token | undefined = board.tokens.get(id)
  if (token === undefined) return
  const { came: _, ...plain } = token
  board.tokens.set(id, came.length === 0 ? plain : { ...plain, came })
}
