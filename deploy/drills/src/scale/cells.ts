/*
 * Tenants of uneven size in cells. A tenant has a home cell, which a directory names: whoever is new goes to the cell with
 * the fewest people. Tenants grow, each at its own pace, so one cell gets too many: it is relieved by moving tenants to the
 * emptiest, as few people as it takes.
 *
 * Kept by: deploy/drills/src/scale/cells.test.ts "relieves each cell that has too many, and no more than that takes"
 */
export interface Tenant {
  readonly id: number
  people: number
}

/** The home of each tenant, and who is in each cell. */
export interface Directory {
  readonly homes: Map<number, number>
  readonly cells: Tenant[][]
}

export interface Moves {
  readonly cellsRelieved: number
  readonly tenants: number
  readonly people: number
  /** Cells that stay too full: a tenant in them is larger than any cell has room for. */
  readonly stuck: number
}

/** Sizes as the ranks of firms have them (Zipf): the n-th has 1/n^exponent of the first, all together so many people. */
export function drawTenants(count: number, people: number, exponent: number): Tenant[] {
  const shares = Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent)
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, id) => ({
    id,
    people: Math.max(1, Math.round((people * share) / total)),
  }))
}

export const peopleOf = (tenants: readonly Tenant[]): number =>
  tenants.reduce((sum, { people }) => sum + people, 0)

/** Puts tenants into cells in the order in which they come. */
export function placeTenants(tenants: readonly Tenant[], count: number): Directory {
  const cells: Tenant[][] = Array.from({ length: count }, () => [])
  const sizes = cells.map(() => 0)
  const homes = new Map<number, number>()
  for (const tenant of tenants) {
    const cell = sizes.indexOf(Math.min(...sizes))
    cells[cell]?.push(tenant)
    sizes[cell] = (sizes[cell] ?? 0) + tenant.people
    homes.set(tenant.id, cell)
  }
  return { homes, cells }
}

/** Moves tenants out of cells with more than `most` people until none has, or none can be helped. */
export function relieve({ homes, cells }: Directory, most: number): Moves {
  const sizes = cells.map(peopleOf)
  const moved: Tenant[] = []
  const [relieved, stuck] = [new Set<number>(), new Set<number>()]
  for (;;) {
    const from = sizes.findIndex((size, cell) => size > most && !stuck.has(cell))
    if (from < 0) break
    const to = sizes.indexOf(Math.min(...sizes))
    const excess = (sizes[from] ?? 0) - most
    const room = most - (sizes[to] ?? 0)
    const tenant = chooseTenant(cells[from] ?? [], excess, room)
    if (tenant === undefined) {
      stuck.add(from)
      continue
    }
    cells[from]?.splice(cells[from].indexOf(tenant), 1)
    cells[to]?.push(tenant)
    homes.set(tenant.id, to)
    sizes[from] = (sizes[from] ?? 0) - tenant.people
    sizes[to] = (sizes[to] ?? 0) + tenant.people
    moved.push(tenant)
    relieved.add(from)
    // There may be room now for somebody there.
    stuck.clear()
  }
  return {
    cellsRelieved: relieved.size,
    tenants: moved.length,
    people: peopleOf(moved),
    stuck: stuck.size,
  }
}

/** The smallest that is enough by itself, or else the largest that there is room for. */
function chooseTenant(
  tenants: readonly Tenant[],
  excess: number,
  room: number,
): Tenant | undefined {
  const fitting = tenants
    .filter(({ people }) => people <= room)
    .toSorted((one, other) => one.people - other.people)
  return fitting.find(({ people }) => people >= excess) ?? fitting.at(-1)
}
