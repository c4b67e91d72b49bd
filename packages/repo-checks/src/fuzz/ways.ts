/** More than all modules of a target have; they are numbered as they are loaded. */
const MOST_WAYS = 1 << 17

/** What instrumented modules count in, under its name on `globalThis`. */
export const COUNTERS = '__waysTaken'

export interface Ways {
  /** How many there are: the number of the next. */
  count(): number
  /** Hands out the next numbers, to those of a module. */
  reserve(count: number): void
  /** Whether the last input went a way that none before it went, or went one so often as none before; forgets what it counted. */
  isNew(): boolean
  /** Forgets what was counted. */
  clear(): void
  /** Of those that there are, how many were gone. */
  taken(): { readonly taken: number; readonly all: number }
}

/**
 * Which ways of the code inputs went, and about how often: once, twice, up to four, eight and so on (as AFL has it), so that a
 * loop that runs longer is something new and one that runs one time more is not.
 */
export function createWays(): Ways {
  const counters = new Uint32Array(MOST_WAYS)
  const seen = new Uint32Array(MOST_WAYS)
  Object.defineProperty(globalThis, COUNTERS, { value: counters })
  let used = 0
  return {
    count: () => used,
    reserve(count) {
      used += count
      if (used > MOST_WAYS) throw new Error('the target has more ways than are counted')
    },
    isNew() {
      let found = false
      for (let way = 0; way < used; way += 1) {
        const count = counters[way] ?? 0
        if (count === 0) continue
        counters[way] = 0
        const often = 1 << (31 - Math.clz32(count))
        const before = seen[way] ?? 0
        if ((before & often) !== 0) continue
        seen[way] = before | often
        found = true
      }
      return found
    },
    clear: () => void counters.fill(0, 0, used),
    taken: () => ({
      taken: seen.subarray(0, used).filter((often) => often !== 0).length,
      all: used,
    }),
  }
}
