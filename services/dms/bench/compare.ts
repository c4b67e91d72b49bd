import { percentile } from './process.ts'
import type { openRawS3 } from './raw-s3.ts'
import type { Bytes, Service } from './service.ts'
import { completeUpload, initiateUpload } from './work.ts'

/** Seconds of a raw PUT by those of an upload of the same bytes: 1 is as fast, 0.5 takes twice as long. */
export interface Comparison {
  readonly sizeBytes: number
  /** The one request that carries the bytes. */
  readonly bytes: number
  /** With `initiate` and `complete`. */
  readonly whole: number
  /** The same parts put and joined by the driver alone; none for what is put whole. */
  readonly parts?: number
}

/**
 * How fast uploads are beside the same bytes put straight to the server: by turns, because what else
 * the machine does changes, and the median of the rounds.
 */
export async function compare(
  raw: Awaited<ReturnType<typeof openRawS3>>,
  service: Service,
  bytes: Bytes,
  { rounds, times, inParts }: { rounds: number; times: number; inParts: boolean },
): Promise<Comparison> {
  const ratios: Omit<Required<Comparison>, 'sizeBytes'>[] = []
  for (let round = 0; round <= rounds; round++) {
    const seconds = { raw: 0, bytes: 0, whole: 0, parts: 0 }
    for (let time = 0; time < times; time++) {
      seconds.raw += await raw.put(bytes)
      if (inParts) seconds.parts += await raw.putParts(bytes)
      const took = await timeUpload(service, bytes)
      seconds.bytes += took.bytes
      seconds.whole += took.whole
    }
    const ratio = (part: keyof typeof seconds) => seconds.raw / seconds[part]
    // The first warms up.
    if (round === 0) continue
    ratios.push({ bytes: ratio('bytes'), whole: ratio('whole'), parts: ratio('parts') })
  }
  const median = (of: keyof (typeof ratios)[number]) =>
    percentile(
      ratios.map((ratio) => ratio[of]),
      0.5,
    )
  const found = { sizeBytes: bytes.sizeBytes, bytes: median('bytes'), whole: median('whole') }
  return inParts ? { ...found, parts: median('parts') } : found
}

async function timeUpload(service: Service, bytes: Bytes) {
  const started = performance.now()
  const id = await initiateUpload(service, bytes)
  const begun = performance.now()
  await service.call('POST', `uploads/${id}/content`, bytes)
  const sent = performance.now()
  await completeUpload(service, id)
  const ended = performance.now()
  return { bytes: (sent - begun) / 1000, whole: (ended - started) / 1000 }
}
