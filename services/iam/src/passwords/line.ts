/** Who wants a password looked at. */
export interface Comer {
  /** What counts as one place, see `placeOf`. */
  readonly place: string
  /** Whether the device signed in to the account before. */
  readonly isKnown: boolean
}

export interface SignInLine {
  /** Waits for a turn; answers what ends it, or undefined when it would take too long. */
  enter(comer: Comer): Promise<(() => void) | undefined>
}

interface Turn {
  readonly place: string
  readonly settle: (leave: (() => void) | undefined) => void
}

/** Who waits: known devices first, then one of each place in turn. */
function createTurns() {
  const known = new Set<Turn>()
  const strangers = new Map<string, Set<Turn>>()

  function remove(turn: Turn): void {
    known.delete(turn)
    const turns = strangers.get(turn.place)
    turns?.delete(turn)
    if (turns?.size === 0) strangers.delete(turn.place)
  }

  return {
    remove,
    count: () => [...strangers.values()].reduce((sum, { size }) => sum + size, known.size),
    add(turn: Turn, isKnown: boolean): void {
      if (isKnown) known.add(turn)
      else strangers.set(turn.place, (strangers.get(turn.place) ?? new Set()).add(turn))
    },
    take(): Turn | undefined {
      const [place, turns] = known.size > 0 ? [undefined, known] : ([...strangers][0] ?? [])
      const [turn] = turns ?? []
      if (turn === undefined) return undefined
      remove(turn)
      // The place goes to the end of the round.
      const rest = place === undefined ? undefined : strangers.get(place)
      if (place !== undefined && rest !== undefined) {
        strangers.delete(place)
        strangers.set(place, rest)
      }
      return turn
    },
    /** The last of the place with most: a flood does not keep others from the line. */
    lastOfMost(): Turn | undefined {
      const [longest] = [...strangers.values()].toSorted((a, b) => b.size - a.size)
      return [...(longest ?? known)].at(-1)
    },
  }
}

/**
 * The short line before passwords are compared, which costs a core for a moment. Devices that the
 * account knows go first; then one of each place in turn, so that a hundred guesses from one place
 * are before one sign-in from another no more than one is. Nobody waits longer than `maxWaitMs`:
 * what cannot be served soon is refused at once or then (load shedding).
 *
 * Kept by: services/iam/src/passwords/line.test.ts "lets each place in in turn"
 */
export function createSignInLine({
  permits = 4,
  maxWaitMs = 700,
  maxWaiting = 32,
} = {}): SignInLine {
  const turns = createTurns()
  let left = permits

  function letIn(): void {
    while (left > 0) {
      const turn = turns.take()
      if (turn === undefined) return
      left--
      let isOver = false
      turn.settle(() => {
        if (isOver) return
        isOver = true
        left++
        letIn()
      })
    }
  }

  function refuse(turn: Turn): void {
    turns.remove(turn)
    turn.settle(undefined)
  }

  return {
    async enter({ place, isKnown }) {
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const turn: Turn = { place, settle: resolve }
      turns.add(turn, isKnown)
      letIn()
      const last = turns.count() > maxWaiting ? turns.lastOfMost() : undefined
      if (last !== undefined) refuse(last)
      const timer = setTimeout(refuse, maxWaitMs, turn)
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
