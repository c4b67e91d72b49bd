import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cost, measure, percentile } from './process.ts'
import type { Bytes, Service } from './service.ts'

const CHUNK_BYTES = 256 * 1024

/** Bytes that are not all alike, made without work while they are sent. */
export function makeBytes(sizeBytes: number): Bytes {
  const chunk = randomBytes(CHUNK_BYTES)
  return {
    sizeBytes,
    ...(sizeBytes <= chunk.length ? { whole: chunk.subarray(0, sizeBytes) } : {}),
    chunks: async function* () {
      for (let left = sizeBytes; left > 0; left -= chunk.length) {
        yield left >= chunk.length ? chunk : chunk.subarray(0, left)
      }
    },
  }
}

export async function upload(service: Service, bytes: Bytes): Promise<string> {
  const id = await initiateUpload(service, bytes)
  await service.call('POST', `uploads/${id}/content`, bytes)
  return completeUpload(service, id)
}

/** Where a file goes in one request. */
export const WHOLE = 'uploads?fileName=bench.bin'

/** @returns the id of the upload. */
export async function initiateUpload(service: Service, { sizeBytes }: Bytes): Promise<string> {
  const begun = await service.call('POST', 'uploads/initiate', { fileName: 'bench.bin', sizeBytes })
  return String(begun.json()['id'])
}

/** @returns the id of the version. */
export async function completeUpload(service: Service, id: string): Promise<string> {
  const done = await service.call('POST', `uploads/${id}/complete`, {})
  return String(done.json()['versionId'])
}

export interface LargeFile {
  readonly sizeBytes: number
  readonly up: Cost
  readonly down: Cost
}

/**
 * One large file up and down, after one that warms up, of a gigabyte at most.
 *
 * @param forget Removes what that one left, so that the next has its memory in the page cache.
 */
export async function measureLarge(
  service: Service,
  sizeBytes: number,
  forget: () => Promise<unknown>,
): Promise<LargeFile> {
  const warm = await upload(service, makeBytes(Math.min(sizeBytes, 1024 ** 3)))
  await service.call('GET', `versions/${warm}/content`)
  await forget()
  const bytes = makeBytes(sizeBytes)
  let versionId = ''
  const up = await measure(service.pid, async () => {
    versionId = await upload(service, bytes)
  })
  const down = await measure(service.pid, async () => {
    const got = await service.call('GET', `versions/${versionId}/content`)
    if (got.bytes !== sizeBytes) throw new Error(`${got.bytes} of ${sizeBytes} bytes came back`)
  })
  return { sizeBytes, up, down }
}

export interface Latency {
  readonly count: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const SMALL_BYTES = 10_000

/** Whole small uploads (three requests each), `width` under way at any time. */
export function measureSmall(service: Service, count: number, width: number): Promise<Latency> {
  const bytes = makeBytes(SMALL_BYTES)
  return measureLatency(count, width, () => upload(service, bytes))
}

/** The same in one request each. */
export function measureWhole(service: Service, count: number, width: number): Promise<Latency> {
  const bytes = makeBytes(SMALL_BYTES)
  return measureLatency(count, width, () => service.call('POST', WHOLE, bytes))
}

/**
 * Whole small uploads begun at a fixed rate, whether or not the earlier ones are done: what somebody
 * waits who does not know how busy the service is. Counts from the moment each was due.
 */
export async function measureAtRate(
  service: Service,
  perSecond: number,
  seconds: number,
): Promise<Latency> {
  const bytes = makeBytes(SMALL_BYTES)
  const count = perSecond * seconds
  const started = performance.now()
  const times = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const due = started + (index / perSecond) * 1000
      await pause(Math.max(0, due - performance.now()))
      await upload(service, bytes)
      return performance.now() - due
    }),
  )
  const reached = count / ((performance.now() - started) / 1000)
  return {
    count,
    perSecond: reached,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}

/** The same call again and again; the first tenth warms up and does not count. */
export async function measureLatency(
  count: number,
  width: number,
  work: () => Promise<unknown>,
): Promise<Latency> {
  const times: number[] = []
  let left = count + Math.ceil(count / 10)
  let started = performance.now()
  const one = async () => {
    while (left > 0) {
      left -= 1
      if (left === count) started = performance.now()
      const isWarm = left < count
      const from = performance.now()
      await work()
      if (isWarm) times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: width }, one))
  const perSecond = times.length / ((performance.now() - started) / 1000)
  return { count, perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
}
