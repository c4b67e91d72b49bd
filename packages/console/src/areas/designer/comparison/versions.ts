import type { DefinitionSummary } from '../queries.ts'

/** The other versions of a process, the newest first. */
export const otherVersions = (
  all: readonly DefinitionSummary[],
  { id, key }: Pick<DefinitionSummary, 'id' | 'key'>,
): readonly DefinitionSummary[] =>
  all
    .filter((one) => one.key === key && one.id !== id)
    .toSorted((one, other) => other.version - one.version)

/** What a version is compared with where nobody chose: the one before it, of the first the one after. */
export const usualOther = (
  others: readonly DefinitionSummary[],
  { version }: Pick<DefinitionSummary, 'version'>,
): DefinitionSummary | undefined => others.find((one) => one.version < version) ?? others.at(-1)
