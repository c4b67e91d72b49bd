import { factsOf, partName } from './facts.ts'
import type { Part, ReadProcess } from './read-process.ts'
import type { Fact, Saying } from './saying.ts'
import { separationsOf } from './separations.ts'

/** What one version says and the other does not, or otherwise; absent where it says nothing. */
export interface Difference {
  readonly label: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Change {
  readonly id: string
  readonly name: string
  readonly how: 'added' | 'removed' | 'changed'
  /** Of what was added or removed: all that it says. */
  readonly differences: readonly Difference[]
}

/** What is different between two versions of a process, in the order of the later one, then what it has not any more. */
export function compareProcesses(
  before: ReadProcess,
  after: ReadProcess,
  saying: Saying,
): readonly Change[] {
  const changeOf = (id: string): readonly Change[] => {
    const [old, now] = [before.parts.get(id), after.parts.get(id)]
    const differences = differencesOf(
      old === undefined ? [] : factsOf(old, before, saying),
      now === undefined ? [] : factsOf(now, after, saying),
    )
    const part: Part | undefined = now ?? old
    if (part === undefined || differences.length === 0) return []
    const how = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
    return [{ id, name: partName(part, saying.t), how, differences }]
  }
  const whole = differencesOf(separationsOf(before, saying), separationsOf(after, saying))
  const ids = [...new Set([...after.parts.keys(), ...before.parts.keys()])]
  return [...(whole.length === 0 ? [] : [wholeChange(whole, saying)]), ...ids.flatMap(changeOf)]
}

const wholeChange = (differences: readonly Difference[], { t }: Saying): Change => ({
  id: '',
  name: t('properties.process'),
  how: 'changed',
  differences,
})

function differencesOf(before: readonly Fact[], after: readonly Fact[]): readonly Difference[] {
  const [old, now] = [before, after].map(
    (facts) => new Map(facts.map(({ label, said }) => [label, said])),
  )
  const labels = [...new Set([...after, ...before].map(({ label }) => label))]
  return labels
    .map((label) => ({ label, before: old?.get(label), after: now?.get(label) }))
    .filter((one) => one.before !== one.after)
}
