// The thread of a target: tries inputs, new ones made of those that went new ways, until one does harm or the time is over.
import { parentPort, workerData } from 'node:worker_threads'
import { alter } from './alter.ts'
import { loadCounted } from './load-counted.ts'
import { createPlace, type Order, type Told } from './order.ts'
import { createPool } from './pool.ts'
import { createDraw } from './random.ts'
import type { Target } from './target.ts'
import { createWays } from './ways.ts'

const order = workerData as Order
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- To a thread, not a window.
const tell = (told: Told) => parentPort?.postMessage(told)
const place = createPlace(order.shared)
const draw = createDraw(order.seed)
const ways = createWays()
const words = new Set<string>()
loadCounted(ways, (found) => found.forEach((word) => words.add(word)))

const target = (await import(order.target)) as Target
const { check, mostMs = 250, mostBytes = 4096 } = target
for (const word of target.words ?? []) words.add(word)
const ownMembers = Reflect.ownKeys(Object.prototype).length
const pool = createPool()

const begun = performance.now()
const tries = await tryAll()
if (tries !== undefined) {
  tell({ kind: 'end', tries, seconds: (performance.now() - begun) / 1000, ...ways.taken() })
}

/** @returns how many there were; undefined when one of them did harm. */
async function tryAll(): Promise<number | undefined> {
  const first = [...target.seeds, ...order.inputs].map((seed) => Buffer.from(seed))
  // What is loaded and compiled once is not the fault of the first input.
  for (const bytes of first.slice(0, 1)) await attempt(bytes)
  ways.clear()
  for (const bytes of first) if (!(await goesWell(bytes))) return undefined
  const material = {
    inputs: pool.inputs,
    words: [...words].map((word) => Buffer.from(word)),
    mostBytes,
  }
  const until = begun + order.seconds * 1000
  let count = first.length
  for (; count < order.tries && performance.now() < until; count += 1) {
    if (!(await goesWell(alter(pool.choose(draw), material, draw)))) return undefined
  }
  return count
}

async function goesWell(bytes: Buffer): Promise<boolean> {
  place.put(bytes)
  try {
    await attempt(bytes)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    tell({ kind: 'fault', bytes, message })
    return false
  }
  if (!ways.isNew()) return true
  pool.add(bytes)
  tell({ kind: 'new', bytes })
  return true
}

/** @throws what the target throws; for an input that takes too long three times in a row; for what it leaves on all objects. */
async function attempt(bytes: Buffer): Promise<void> {
  let least = await measure(bytes)
  // Once is no proof: code is compiled, and garbage collected, at the cost of whoever comes by.
  for (let again = 0; least > mostMs && again < 2; again += 1) {
    least = Math.min(least, await measure(bytes))
  }
  if (least > mostMs) {
    throw new Error(
      `${bytes.length} bytes take ${least.toFixed(0)} ms of a processor, not ${mostMs}`,
    )
  }
  if (Reflect.ownKeys(Object.prototype).length !== ownMembers) {
    throw new Error('it has left a member on the prototype of all objects')
  }
}

/** Milliseconds of the processor. The target gets a copy: it may keep or change what it is given. */
async function measure(bytes: Buffer): Promise<number> {
  const start = process.threadCpuUsage()
  const checked = check(Buffer.from(bytes))
  if (checked instanceof Promise) await checked
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
