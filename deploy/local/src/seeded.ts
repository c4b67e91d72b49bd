import { createHash } from 'node:crypto'
import { readJson, writeJson } from './files.ts'

/** Remembers which parts of the seed were applied, so that a later start does not touch them. */
export interface Seeded {
  /** Runs the work unless it was done before with the same content. */
  once(name: string, content: unknown, work: () => Promise<void>): Promise<boolean>
  /** Whether it was done before, with whatever content. */
  knows(name: string): boolean
}

export async function openSeeded(path: string): Promise<Seeded> {
  const done = new Map(Object.entries(((await readJson(path)) ?? {}) as Record<string, string>))
  return {
    knows: (name) => done.has(name),
    async once(name, content, work) {
      const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
      if (done.get(name) === hash) return false
      await work()
      done.set(name, hash)
      await writeJson(path, Object.fromEntries(done))
      return true
    },
  }
}
