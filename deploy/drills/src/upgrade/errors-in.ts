import { readFile } from 'node:fs/promises'

interface LogLine {
  readonly level?: string
  readonly msg?: string
  readonly err?: { readonly message?: string }
}

/** What a process logged as an error, and how often, the most frequent first. */
export async function errorsIn(logFile: string): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for (const text of (await readFile(logFile, 'utf8')).split('\n')) {
    // Written by our own logger; what is none of its lines is what Node said when it ended.
    const { level, msg, err } = text.startsWith('{') ? (JSON.parse(text) as LogLine) : {}
    if (level !== 'error') continue
    const words = `${msg}: ${err?.message ?? ''}`
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([words, count]) => `${count} × ${words}`)
}
