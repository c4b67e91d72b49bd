import type { Kind, Ledger } from '../workload/ledger.ts'
import type { Phase } from './phases.ts'

const kinds: readonly Kind[] = ['signIn', 'start', 'decision', 'upload', 'delivery']

/**
 * Runs a phase and writes one line: how long it took, how often each kind of work was acknowledged and the longest
 * time that it was not.
 *
 * @returns what was not answered, where everything must be.
 */
export async function measurePhase(
  { name, run, losesNothing }: Phase,
  ledger: Ledger,
  write: (line: string) => void,
): Promise<readonly string[]> {
  const begun = performance.now()
  const countsBefore = { ...ledger.counts }
  const notesBefore = new Map(ledger.notes)
  const faultsBefore = ledger.faults.length
  await run()
  const unclear = [...ledger.notes].flatMap(([answer, count]) => {
    const more = count - (notesBefore.get(answer) ?? 0)
    return more === 0 ? [] : [`${more} × ${answer}`]
  })
  const figures = kinds.map((kind) => {
    const pause = (ledger.longestPauseMs(begun, kind) / 1_000).toFixed(1)
    return `${kind} ${ledger.counts[kind] - countsBefore[kind]} (${pause} s)`
  })
  const seconds = Math.round((performance.now() - begun) / 1_000)
  write(`${name}: ${seconds} s, ${figures.join(', ')}, unclear ${unclear.length}`)
  for (const answer of unclear) write(`  ${answer}`)
  for (const fault of ledger.faults.slice(faultsBefore)) write(`  FAULT ${fault}`)
  return losesNothing ? unclear.map((answer) => `${name}: ${answer}`) : []
}
