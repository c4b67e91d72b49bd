import { cpuOf, cpuWithChildren } from './process.ts'
import type { Service } from './service.ts'
import { makeBytes, WHOLE } from './work.ts'

const SMALL_BYTES = 10_000

export const REQUESTS = ['initiate', 'content', 'complete', 'whole'] as const
export type RequestName = (typeof REQUESTS)[number]

/** CPU of one request, as a mean of many with others under way; microseconds. */
export interface RequestCost {
  readonly perSecond: number
  readonly service: number
  readonly database: number
  readonly client: number
}

type Steps = Readonly<Record<RequestName, (index: number) => Promise<unknown>>>

function stepsOf(service: Service): Steps {
  const ids: string[] = []
  const bytes = makeBytes(SMALL_BYTES)
  const file = { fileName: 'bench.bin', sizeBytes: SMALL_BYTES }
  return {
    initiate: async (index) => {
      ids[index] = String((await service.call('POST', 'uploads/initiate', file)).json()['id'])
    },
    content: (index) => service.call('POST', `uploads/${ids[index]}/content`, bytes),
    complete: (index) => service.call('POST', `uploads/${ids[index]}/complete`, {}),
    whole: () => service.call('POST', WHOLE, bytes),
  }
}

/** How many statements each request of a small upload sends, when nothing waits for another. */
export async function countRequests(
  service: Service,
  countStatements: () => number,
): Promise<Record<RequestName, number>> {
  const steps = stepsOf(service)
  const found = { initiate: 0, content: 0, complete: 0, whole: 0 }
  // The first finds nothing of the tenant.
  for (const index of [0, 1]) {
    for (const name of REQUESTS) {
      const before = countStatements()
      await steps[name](index)
      found[name] = countStatements() - before
    }
  }
  return found
}

/**
 * The three requests of so many small uploads, one kind after the other, and the one that does for them.
 *
 * @param databasePid The server process of PostgreSQL.
 */
export async function measureRequests(
  service: Service,
  databasePid: number,
  count: number,
  width: number,
): Promise<Record<RequestName, RequestCost>> {
  const run = async (uploads: number) => {
    const steps = stepsOf(service)
    const one = (name: RequestName) =>
      measureRequest(service.pid, databasePid, { count: uploads, width, work: steps[name] })
    return {
      initiate: await one('initiate'),
      content: await one('content'),
      complete: await one('complete'),
      whole: await one('whole'),
    }
  }
  await run(Math.ceil(count / 2))
  return run(count)
}

async function measureRequest(
  servicePid: number,
  databasePid: number,
  load: { count: number; width: number; work: (index: number) => Promise<unknown> },
): Promise<RequestCost> {
  const read = async () => ({
    time: performance.now() / 1000,
    service: await cpuOf(servicePid),
    database: await cpuWithChildren(databasePid),
    client: await cpuOf(process.pid),
  })
  const before = await read()
  let next = 0
  const loop = async () => {
    while (next < load.count) await load.work(next++)
  }
  await Promise.all(Array.from({ length: load.width }, loop))
  const after = await read()
  const micros = (of: 'service' | 'database' | 'client') =>
    ((after[of] - before[of]) / load.count) * 1e6
  return {
    perSecond: load.count / (after.time - before.time),
    service: micros('service'),
    database: micros('database'),
    client: micros('client'),
  }
}
