/*
 * The move of a tenant between two cells by the steps of docs/scale.md, as a discrete-event simulation: people write all the while,
 * a copy follows the rows of the old cell, and what carries the move out dies now and then. What a step has done is told by
 * what the cells and the directory say, so whoever goes on after a death looks there.
 *
 * Kept by: deploy/drills/src/scale/move.test.ts "loses nothing, takes nothing twice and keeps the numbers"
 * Kept by: deploy/drills/src/scale/move.test.ts "would be seen"
 */
import { createHeap } from './heap.ts'

export interface MoveOptions {
  /** Writes of the tenant in a second, and seconds of processor time that the database and all others take for one. */
  readonly writesPerSecond: number
  readonly writeSeconds: number
  /** What the copy takes to apply a write. */
  readonly applySeconds: number
  /** How many writes the copy is behind when the simulation begins. */
  readonly behind: number
  /** How long what died is away. */
  readonly awaySeconds: number
  /** When which of them dies; the copier also begins again where its rows end. */
  readonly deaths: readonly { readonly at: number; readonly who: Mortal }[]
  /** After so long without writes the old cell is opened again, and the move begins anew. */
  readonly patienceSeconds: number
  readonly seconds: number
  /** Steps that are left out, to see that it is noticed. */
  readonly without?: 'closing' | 'draining' | 'comparing'
}

export type Mortal = 'old' | 'new' | 'copier' | 'mover'

export interface Moved {
  readonly acknowledged: number
  /** How long the tenant's writes were refused, and how often it was given up and begun anew. */
  readonly refusedSeconds: number
  readonly attempts: number
  readonly slowestWriteSeconds: number
  /** Events that came to the receiver again, under their old number. */
  readonly deliveredAgain: number
  /** What must never be, in words. */
  readonly faults: readonly string[]
}

type Entry = { readonly write: number; readonly number: number } | { readonly delivered: number }

/** Open to writes; answers 503; has redirected; or waits to be opened. */
type Mode = 'open' | 'closed' | 'moved' | 'waiting'

interface Cell {
  readonly name: 'old' | 'new'
  mode: Mode
  /** In the order of commits: rows of writes with the number of their event, and acknowledgements of the receiver. */
  readonly log: Entry[]
  /** Idempotency keys are among the rows. */
  readonly keys: Set<number>
  /** Which write each number is of, from 1. */
  readonly numbers: { readonly write: number; readonly number: number }[]
  delivered: number
  underWay: number
  /** Counts deaths: what was under way before is not carried out. */
  life: number
  isAway: boolean
}

const retrySeconds = 1
const networkSeconds = 0.002
const pollSeconds = 0.2
const deliverSeconds = 0.005

/** @param random Numbers from 0 to 1, as by a seed. */
export function simulateMove(options: MoveOptions, random: () => number): Moved {
  const events = createHeap<{ readonly at: number; readonly run: () => void }>(({ at }) => at)
  const clock = { now: 0 }
  const world: World = {
    options,
    old: createCell('old', 'open'),
    new: createCell('new', 'waiting'),
    directory: { home: 'old' },
    exponential: (mean) => -mean * Math.log(1 - random()),
    random,
    clock,
    after: (seconds, run) => events.push({ at: clock.now + seconds, run }),
    lives: { copier: 0, mover: 0 },
    committed: new Map(),
    received: new Map(),
    acknowledged: new Map(),
    closings: [],
    deliveredAgain: 0,
    faults: [],
  }
  for (let write = 0; write < options.behind; write++) commit(world, world.old, -1 - write)
  arrive(world, 0)
  copyNext(world)
  takeSteps(world)
  for (const cell of [world.old, world.new]) deliverNext(world, cell)
  for (const { at, who } of options.deaths) world.after(at, () => die(world, who))
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    clock.now = event.at
    event.run()
  }
  return judge(world)
}

interface World {
  readonly options: MoveOptions
  readonly old: Cell
  readonly new: Cell
  readonly directory: { home: 'old' | 'new' }
  readonly exponential: (mean: number) => number
  readonly random: () => number
  readonly clock: { now: number }
  readonly after: (seconds: number, run: () => void) => void
  readonly lives: { copier: number; mover: number }
  /** How often each write was carried out, anywhere. */
  readonly committed: Map<number, number>
  /** What the receiver has under each number. */
  readonly received: Map<number, number>
  /** How long each write waited for its answer. */
  readonly acknowledged: Map<number, number>
  readonly closings: { readonly from: number; to: number }[]
  deliveredAgain: number
  readonly faults: string[]
}

const createCell = (name: Cell['name'], mode: Mode): Cell => ({
  name,
  mode,
  log: [],
  keys: new Set(),
  numbers: [],
  delivered: 0,
  underWay: 0,
  life: 0,
  isAway: false,
})

/** All is written, copied and delivered, or nothing more will come. */
const isOver = ({ clock, options }: World) => clock.now > options.seconds * 2

function arrive(world: World, write: number): void {
  const { options, after, exponential, clock } = world
  after(exponential(1 / options.writesPerSecond), () => {
    if (clock.now > options.seconds) return
    send(world, write, {
      since: clock.now,
      to: world.random() < 0.5 ? world.directory.home : 'old',
    })
    arrive(world, write + 1)
  })
}

interface Attempt {
  readonly since: number
  readonly to: 'old' | 'new'
}

/** A client sends it again, with the same key, until it has an answer. */
function send(world: World, write: number, attempt: Attempt): void {
  const { after, exponential, options } = world
  const again = (to = attempt.to, seconds = retrySeconds) =>
    after(seconds, () => send(world, write, { ...attempt, to }))
  after(networkSeconds, () => {
    const cell = world[attempt.to]
    if (cell.isAway || cell.mode === 'closed' || cell.mode === 'waiting') return again()
    if (cell.mode === 'moved') return again(world.directory.home, networkSeconds)
    const { life } = cell
    cell.underWay += 1
    after(exponential(options.writeSeconds), () => {
      // It died under way: nobody knows, and the client asks again.
      if (cell.life !== life) return again()
      cell.underWay -= 1
      commit(world, cell, write)
      after(networkSeconds, () => {
        if (cell.life !== life) return again()
        world.acknowledged.set(write, world.clock.now - attempt.since)
      })
    })
  })
}

function commit({ committed }: World, cell: Cell, write: number): void {
  if (cell.keys.has(write)) return
  apply(cell, { write, number: (cell.numbers.at(-1)?.number ?? 0) + 1 })
  committed.set(write, (committed.get(write) ?? 0) + 1)
}

/** Logical replication: each entry in its order, and where it is stands in the same transaction. */
function copyNext(world: World): void {
  const { after, exponential, options, lives } = world
  if (isOver(world) || world.directory.home === 'new') return
  const life = lives.copier
  const entry = world.old.log[world.new.log.length]
  after(entry === undefined ? networkSeconds : exponential(options.applySeconds), () => {
    if (lives.copier !== life) return
    if (entry !== undefined && !world.new.isAway && world.new.mode === 'waiting')
      apply(world.new, entry)
    copyNext(world)
  })
}

function apply(cell: Cell, entry: Entry): void {
  cell.log.push(entry)
  if ('delivered' in entry) {
    cell.delivered = entry.delivered
    return
  }
  cell.keys.add(entry.write)
  cell.numbers.push(entry)
}

/** One step of the move at a time, each by what there is; doing it twice does nothing. */
function takeSteps(world: World): void {
  const { after, lives, clock } = world
  if (isOver(world)) return
  const life = lives.mover
  after(pollSeconds * (0.5 + world.random()), () => {
    if (lives.mover !== life) return
    step(world, clock.now)
    takeSteps(world)
  })
}

function step(world: World, now: number): void {
  const { old, directory, options, closings } = world
  const { without } = options
  const lag = old.log.length - world.new.log.length
  if (directory.home === 'new') {
    // 5, to its end: a death may have come between any two of these.
    if (world.new.mode !== 'open') {
      world.new.mode = 'open'
      const closing = closings.at(-1)
      if (closing !== undefined) closing.to = now
    } else old.mode = 'moved'
    return
  }
  if (old.mode === 'open') {
    // 2 and 3: it is behind by less than a second's writes.
    if (lag > options.writesPerSecond) return
    closings.push({ from: now, to: now })
    if (without !== 'closing') old.mode = 'closed'
    else directory.home = 'new'
    return
  }
  const [closing] = closings.slice(-1)
  if (closing !== undefined && now - closing.from > options.patienceSeconds) {
    old.mode = 'open'
    closing.to = now
    return
  }
  // What had begun before may still be written.
  if (old.isAway || (old.underWay > 0 && without !== 'draining')) return
  // 4, and then 5.
  if (lag === 0 || without === 'comparing') directory.home = 'new'
}

/** The oldest event that is not acknowledged, under a lease that ends when the cell is closed. */
function deliverNext(world: World, cell: Cell): void {
  const { after, exponential } = world
  if (isOver(world)) return
  after(exponential(deliverSeconds), () => {
    const { life } = cell
    const event = cell.numbers[cell.delivered]
    if (cell.mode !== 'open' || cell.isAway || event === undefined) return deliverNext(world, cell)
    receive(world, event.number, event.write)
    after(networkSeconds, () => {
      // Not recorded where the lease has ended or the process is gone: it comes again.
      if (cell.life === life && cell.mode === 'open') apply(cell, { delivered: cell.delivered + 1 })
      deliverNext(world, cell)
    })
  })
}

function receive(world: World, number: number, write: number): void {
  const { received, faults } = world
  const known = received.get(number)
  if (known === undefined) received.set(number, write)
  else if (known === write) world.deliveredAgain += 1
  else faults.push(`event ${number} came with two contents`)
}

function die(world: World, who: Mortal): void {
  const { after, options, lives } = world
  if (who === 'copier' || who === 'mover') {
    const life = ++lives[who]
    const goOn = who === 'copier' ? copyNext : takeSteps
    // Unless it has died again by then.
    after(options.awaySeconds, () => (lives[who] === life ? goOn(world) : undefined))
    return
  }
  const cell = world[who]
  const life = ++cell.life
  cell.underWay = 0
  cell.isAway = true
  after(options.awaySeconds, () => {
    if (cell.life === life) cell.isAway = false
  })
}

function judge(world: World): Moved {
  const { acknowledged, committed, received, closings, faults } = world
  const home = world[world.directory.home]
  if (world.directory.home !== 'new' || home.mode !== 'open') faults.push('it was not moved')
  for (const write of acknowledged.keys())
    if (!home.keys.has(write)) faults.push(`write ${write} was acknowledged and is lost`)
  for (const [write, times] of committed)
    if (times > 1) faults.push(`write ${write} was carried out in both cells`)
  if (home.numbers.some(({ number }, index) => number !== index + 1))
    faults.push('numbers have gaps or are twice')
  for (const { write, number } of home.numbers)
    if (received.get(number) !== write) faults.push(`event ${number} never came`)
  const waited = [...acknowledged.values()]
  return {
    acknowledged: acknowledged.size,
    refusedSeconds: closings.reduce((sum, { from, to }) => sum + to - from, 0),
    attempts: closings.length,
    slowestWriteSeconds: waited.reduce((most, each) => Math.max(most, each), 0),
    deliveredAgain: world.deliveredAgain,
    faults,
  }
}
