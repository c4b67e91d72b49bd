import { createHeap } from './heap.ts'

/*
 * A discrete-event simulation of requests that pass resources one after the other, each with so many
 * servers and one line, first come first served. What a request needs of a resource is drawn from an
 * exponential distribution about the measured mean: more uneven than what was measured, so that lines
 * are rather too long than too short.
 */
export interface Resource {
  readonly name: string
  readonly servers: number
}

export interface Kind {
  readonly perSecond: number
  /** Seconds of each resource, in the order in which they are passed. */
  readonly needs: readonly { readonly resource: string; readonly seconds: number }[]
}

export interface Load {
  readonly name: string
  readonly servers: number
  readonly utilisation: number
  readonly p99WaitMs: number
}

interface Visit {
  readonly at: number
  readonly kind: Kind
  readonly step: number
}

interface Station {
  readonly servers: number
  /** When each server is free again, soonest first. */
  readonly freeAt: number[]
  busySeconds: number
  readonly waits: number[]
}

/** @param random Numbers from 0 to 1, as by a seed. */
export function simulate(
  resources: readonly Resource[],
  kinds: readonly Kind[],
  seconds: number,
  random: () => number,
): readonly Load[] {
  const stations = new Map<string, Station>(
    resources.map(({ name, servers }) => [
      name,
      { servers, freeAt: Array.from({ length: servers }, () => 0), busySeconds: 0, waits: [] },
    ]),
  )
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const visits = createHeap<Visit>(({ at }) => at)
  for (const kind of kinds) visits.push({ at: exponential(1 / kind.perSecond), kind, step: -1 })
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { at, kind, step } = visit
    if (step < 0) {
      // An arrival: the next one follows it, as long as there are any.
      const next = at + exponential(1 / kind.perSecond)
      if (next < seconds) visits.push({ at: next, kind, step: -1 })
      visits.push({ at, kind, step: 0 })
      continue
    }
    const need = kind.needs[step]
    const station = need && stations.get(need.resource)
    if (need === undefined || station === undefined) continue
    visits.push({ at: serve(station, at, exponential(need.seconds)), kind, step: step + 1 })
  }
  return [...stations].map(([name, { servers, busySeconds, waits }]) => ({
    name,
    servers,
    utilisation: busySeconds / (servers * seconds),
    p99WaitMs: 1000 * (waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0),
  }))
}

/** When it is done. Visits come in the order of their times, so that the soonest server takes them. */
function serve(station: Station, at: number, seconds: number): number {
  const [free = 0] = station.freeAt
  const begun = Math.max(at, free)
  const done = begun + seconds
  station.waits.push(begun - at)
  station.busySeconds += seconds
  station.freeAt.shift()
  const place = station.freeAt.findIndex((other) => other > done)
  station.freeAt.splice(place < 0 ? station.freeAt.length : place, 0, done)
  return done
}
