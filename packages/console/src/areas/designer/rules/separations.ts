import type { TreeSeparation } from '@countersign/contracts'

/** A step at which people decide. */
export interface NamedStep {
  readonly id: string
  /** Empty where nobody has given it one. */
  readonly name: string
}

/** What is kept apart, without steps that are gone; one step alone is kept apart from nothing. */
export const withoutGone = (
  separations: readonly TreeSeparation[],
  present: ReadonlySet<string>,
): readonly TreeSeparation[] =>
  separations.flatMap((one) => {
    const nodes = one.nodes.filter((id) => present.has(id))
    // What is not finished yet is not lost because another step is moved.
    if (nodes.length === one.nodes.length) return [one]
    return nodes.length > 1 ? [{ ...one, nodes }] : []
  })

/** Steps by their names; those that share one, or have none, by their id too. */
export function optionsOf(steps: readonly NamedStep[], unnamed: (id: string) => string) {
  return steps.map(({ id, name }) => {
    if (name === '') return { value: id, label: unnamed(id) }
    const isShared = steps.filter((step) => step.name === name).length > 1
    return { value: id, label: isShared ? `${name} (${id})` : name }
  })
}
