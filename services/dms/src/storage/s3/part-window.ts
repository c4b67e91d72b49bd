import type { PassingPart } from './put.ts'
import type { S3Part } from './write-state.ts'

/** Parts of one object that are put at the same time while the next is received. */
export const PARTS_AT_ONCE = 2

export interface PendingPart {
  readonly number: number
  readonly part: PassingPart
}

export interface PartWindow {
  /** Starts to store the part, and waits while too many are under way. */
  put(part: PendingPart): Promise<void>
  /** Waits for all; @returns false when one of them failed. */
  settle(): Promise<boolean>
  /** Waits for all; @throws what the first that failed threw. */
  finish(): Promise<void>
}

/**
 * Stores parts side by side and records them in order, so that what is recorded is always the
 * beginning of the object. After a failure nothing more is recorded.
 */
export function openPartWindow(options: {
  readonly store: (part: PendingPart) => Promise<S3Part>
  readonly record: (part: S3Part) => Promise<void>
}): PartWindow {
  let recorded: Promise<void> = Promise.resolve()
  const underWay: Promise<void>[] = []

  async function start(part: PendingPart): Promise<void> {
    const before = recorded
    const stored = await options.store(part)
    await before
    await options.record(stored)
  }

  return {
    put: async (part) => {
      while (underWay.length >= PARTS_AT_ONCE) await underWay.shift()
      recorded = start(part)
      // Whoever waits for it hears of it; until then it is nobody's.
      recorded.catch(() => undefined)
      underWay.push(recorded)
    },
    settle: async () => {
      // The last fails when one before it did.
      const [last] = await Promise.allSettled([recorded, ...underWay.splice(0)])
      return last.status === 'fulfilled'
    },
    finish: () => recorded,
  }
}
