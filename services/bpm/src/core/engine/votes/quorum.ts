// Groups at one node, of which so many people each have to agree.

export interface Quorum {
  /** Of each group, how many have to approve. */
  readonly atLeast: readonly number[]
  /** By the order of a seat: the groups that whoever has it was found in. */
  readonly groups: readonly (readonly number[])[]
}

/**
 * Whether these seats are enough for all groups, each seat counted for one of its groups alone: two
 * places are two people. A bipartite matching by augmenting paths (Kuhn).
 *
 * @param seats The groups that each may count for.
 */
export function fillsAll(
  atLeast: readonly number[],
  seats: readonly (readonly number[])[],
): boolean {
  const countsFor = new Map<number, number>()
  const fill = (group: number, tried: Set<number>): boolean =>
    seats.some((groups, seat) => {
      if (tried.has(seat) || !groups.includes(group)) return false
      tried.add(seat)
      const other = countsFor.get(seat)
      if (other !== undefined && !fill(other, tried)) return false
      countsFor.set(seat, group)
      return true
    })
  return atLeast.every((count, group) => {
    for (let place = 0; place < count; place += 1) if (!fill(group, new Set())) return false
    return true
  })
}

/** The groups that the vote of a seat counts for: who was added beside others fills none. */
export function groupsOf(
  quorum: Quorum | undefined,
  { order, addedBy }: { readonly order: number; readonly addedBy: string | undefined },
): readonly number[] {
  return addedBy === undefined ? (quorum?.groups[order] ?? []) : []
}
