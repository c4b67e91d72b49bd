import type { Instance } from '../platform/instance.ts'
import { connectSampler, sampleDatabase } from './sample-database.ts'
import { sampleProcess } from './sample-process.ts'
import { percentile, type Series } from './slope.ts'
import { kinds, type Times, type Work } from './work.ts'

const databases = ['iam', 'bpm', 'dms'] as const

/** What may be added to what is small, by unit: what a measurement swings by, with nothing wrong. */
const slacks = { MiB: 16, count: 6, share: 0.05, bytes: 100, ms: 25 } as const
type Unit = keyof typeof slacks

/** In a minute too few come for the slowest of a hundred. */
const MINUTES_OF_SLOWEST = 5

export interface Sampler {
  /** Looks at everything once, each minute. @returns a line about it. */
  readonly sample: () => Promise<string>
  readonly series: () => readonly Series[]
  readonly close: () => Promise<void>
}

/** Looks at processes, databases and how long people have waited since the last look. */
export async function createSampler(about: {
  readonly folder: string
  readonly instances: readonly Instance[]
  readonly adminUrl: string
  readonly work: Work
}): Promise<Sampler> {
  const { folder, instances, adminUrl, work } = about
  const client = await connectSampler(adminUrl, 'postgres')
  const owns = await Promise.all(
    databases.map(async (name) => ({ name, own: await connectSampler(adminUrl, name) })),
  )
  const notes = createNotes()
  const waits = createWaits(notes)
  return {
    async sample() {
      // One after the other: collecting garbage is work, too.
      for (const instance of instances) await noteProcess(notes, folder, instance)
      for (const { name, own } of owns) {
        const sampled = await sampleDatabase(client, own, name)
        notes.add(`database of ${name}: connections`, 'count', sampled.connections)
        notes.add(`database of ${name}: dead rows`, 'share', sampled.deadShare)
        notes.add(`database of ${name}: a row, with indexes`, 'bytes', sampled.bytesPerRow)
      }
      const resident = instances.map(({ service }) => {
        const mib = notes.last(`${service}: resident memory`).toFixed(0)
        return `${service} ${mib} MiB`
      })
      return [...resident, waits.add(work.takeTimes())].join(', ')
    },
    series: notes.series,
    async close() {
      await Promise.all([client, ...owns.map(({ own }) => own)].map((one) => one.end()))
    },
  }
}

type Notes = ReturnType<typeof createNotes>

/** Values by their names, in the order in which they came. */
function createNotes() {
  const known = new Map<string, { unit: Unit; minutesEach: number; values: number[] }>()
  return {
    add(name: string, unit: Unit, value: number, minutesEach = 1): void {
      const one = known.get(name) ?? { unit, minutesEach, values: [] }
      one.values.push(value)
      known.set(name, one)
    },
    last: (name: string): number => known.get(name)?.values.at(-1) ?? NaN,
    series: (): readonly Series[] =>
      [...known].map(([name, one]) => ({ name, slack: slacks[one.unit], ...one })),
  }
}

async function noteProcess(
  notes: Notes,
  folder: string,
  { service, pid }: Instance,
): Promise<void> {
  const id = pid()
  // One that has ended is a fault of its own.
  if (id === undefined) return
  const { residentMib, heapMib, resources, descriptors } = await sampleProcess(folder, id)
  notes.add(`${service}: resident memory`, 'MiB', residentMib)
  notes.add(`${service}: heap after a collection`, 'MiB', heapMib)
  notes.add(`${service}: file descriptors`, 'count', descriptors)
  notes.add(`${service}: sockets, files and timers`, 'count', resources)
}

/** How long people have waited: half of them by the minute, the slowest of a hundred by five. */
function createWaits(notes: Notes) {
  let gathered: readonly Times[] = []
  return {
    /** @returns a line about it. */
    add(times: Times): string {
      gathered = [...gathered, times]
      const isWhole = gathered.length === MINUTES_OF_SLOWEST
      for (const kind of kinds) {
        if (times[kind].length > 0)
          notes.add(`${kind}: half wait less than`, 'ms', percentile(times[kind], 0.5))
        const all = gathered.flatMap((one) => one[kind])
        if (isWhole && all.length > 0) {
          const slowest = percentile(all, 0.99)
          notes.add(`${kind}: 99 of 100 wait less than`, 'ms', slowest, MINUTES_OF_SLOWEST)
        }
      }
      if (isWhole) gathered = []
      return kinds
        .map(
          (kind) => `${kind} ${times[kind].length} (${percentile(times[kind], 0.5).toFixed(0)} ms)`,
        )
        .join(', ')
    },
  }
}
