import { actionNames } from '../costs/actions.ts'
import { drawTenants, peopleOf, placeTenants, relieve } from './cells.ts'
import { createRandom } from './random.ts'
import { simulate } from './queue-network.ts'
import { busyCores, kindOf, services, type Costs } from './workload.ts'

const people = 10_000_000
const tenantCount = 20_000
/** Between firms of many countries (1.1) and one of them that is cut off at the largest: the first has 280 thousand here. */
const exponent = 0.8
const cellCount = 12
const years = 5
/** Of a database of a cell; what a server that is away leaves to the others would be more. */
const databaseCores = 3
const mostUtilisation = 0.7

/** Ten million people in cells, their tenants growing each at its own pace: how full the fullest is, and what relieving it takes. */
export function printCells(costs: Costs): void {
  const random = createRandom(people)
  const tenants = drawTenants(tenantCount, people, exponent)
  // They come in any order, not the largest first.
  const coming = tenants
    .map((tenant) => ({ tenant, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ tenant }) => tenant)
  const directory = placeTenants(coming, cellCount)
  const most = (mostUtilisation * databaseCores) / busyCores(costs, 'postgres', 1)
  const utilisation = (size: number) =>
    `${((100 * busyCores(costs, 'postgres', size)) / databaseCores).toFixed(0)} %`
  const sizes = tenants.map((tenant) => tenant.people)
  console.log(
    `\n${people.toLocaleString('en')} people in ${tenantCount.toLocaleString('en')} tenants (Zipf ${exponent}; ${[0, 200, 10_000].map((rank) => sizes[rank]?.toLocaleString('en')).join(', ')} in the 1st, 201st, 10,001st), ${cellCount} cells; a cell may have ${Math.round(most).toLocaleString('en')}`,
  )
  for (let year = 0; year <= years; year++) {
    if (year > 0)
      // A tenth a year in the middle; one in twenty by more than half, or shrinks by a quarter.
      for (const tenant of tenants)
        tenant.people = Math.max(
          1,
          Math.round(tenant.people * Math.exp(0.07 + 0.22 * normal(random))),
        )
    // A year's growth would fill what is left. A new cell is empty until others are relieved; tenants that are new are left out.
    while (peopleOf(tenants) > 0.75 * most * directory.cells.length) directory.cells.push([])
    const fullest = Math.max(...directory.cells.map(peopleOf))
    const waits = waitsAt(costs, fullest)
    const { cellsRelieved, tenants: moved, people: movedPeople, stuck } = relieve(directory, most)
    const after = Math.max(...directory.cells.map(peopleOf))
    console.log(
      `  year ${year}: ${(peopleOf(tenants) / 1e6).toFixed(1)} million, ${directory.cells.length} cells; the fullest has ${Math.round(fullest / 1000)} thousand, database ${utilisation(fullest)} (p99 waits ${waits.toFixed(0)} ms); ${cellsRelieved} relieved by ${moved} tenants of ${Math.round(movedPeople / 1000)} thousand, then ${utilisation(after)} (${waitsAt(costs, after).toFixed(0)} ms)${stuck > 0 ? `; ${stuck} stuck` : ''}`,
    )
  }
}

/** How long 1 in 100 waits for the database of a cell. */
function waitsAt(costs: Costs, size: number): number {
  const kinds = actionNames.map((name) => kindOf(costs, name, size))
  // Of the services there are as many as it takes.
  const resources = services.map((name) => ({
    name,
    servers:
      name === 'postgres'
        ? databaseCores
        : Math.max(2, Math.ceil(busyCores(costs, name, size) / 0.6)),
  }))
  const loads = simulate(resources, kinds, 60, createRandom(7))
  return loads.find(({ name }) => name === 'postgres')?.p99WaitMs ?? 0
}

/** By Box and Muller. */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
