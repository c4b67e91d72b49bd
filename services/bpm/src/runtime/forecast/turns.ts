import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Gives everybody else a turn. Of all that walk in this process at the same time one goes on with each turn of the event
 * loop: a request waits for one slice of theirs, however many they are.
 */
export function letOthers(): Promise<void> {
  last = last.then(() => nextTurn())
  return last
}
