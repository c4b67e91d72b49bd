import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const probe = new URL('loop-probe.ts', import.meta.url).href

const MOST_GOES = 6

/**
 * MiB of V8's young generation, kept small. It fills with work of any kind, whoever's, and is never given
 * back: with the 48 that it takes by itself, nothing could be told of what somebody sent.
 */
const YOUNG_GENERATION = '--max-semi-space-size=4'

export interface Turns {
  /** The longest turn of the event loop, in milliseconds of its processor. */
  readonly heldMs: number
  /** By how many MiB the process grew beyond what it ever had before. */
  readonly grownMib: number
}

export interface LoopProbe {
  /** Of the process that is watched. */
  readonly environment: Readonly<Record<string, string>>
  /**
   * What its loop went through while this was done, at the best of some goes: what shares a processor and its caches makes
   * a turn longer, never shorter. No further go when one was short enough.
   */
  during(work: () => Promise<void>, enoughMs: number): Promise<Turns>
  close(): Promise<void>
}

/** Watches the event loop of a service that is started with this environment, from within. */
export async function createLoopProbe(): Promise<LoopProbe> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-'))
  const file = join(folder, 'turns')
  const read = async () => {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as { at: number; heldMs: number; rss: number })
  }
  return {
    environment: { LOOP_PROBE_FILE: file, NODE_OPTIONS: `--import=${probe} ${YOUNG_GENERATION}` },
    async during(work, enoughMs) {
      const before = await read()
      let [seen, least] = [before.length, Infinity]
      for (let go = 0; go < MOST_GOES && least >= enoughMs; go += 1) {
        await work()
        const turns = await read()
        least = Math.min(least, Math.max(0, ...turns.slice(seen).map(({ heldMs }) => heldMs)))
        seen = turns.length
      }
      const most = (list: readonly { readonly rss: number }[]) =>
        Math.max(0, ...list.map(({ rss }) => rss))
      const after = (await read()).slice(before.length)
      return { heldMs: least, grownMib: Math.max(0, most(after) - most(before)) / 2 ** 20 }
    },
    close: () => rm(folder, { recursive: true }),
  }
}
