import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a process holds at a moment. */
export interface ProcessSample {
  readonly residentMib: number
  /** JavaScript's heap and what hangs on it outside, after a collection of garbage. */
  readonly heapMib: number
  /** Sockets, files, timers that keep it going. */
  readonly resources: number
  readonly descriptors: number
}

/**
 * Asks a process that has loaded `report-memory.ts`. Of Linux.
 *
 * @throws when it does not answer within ten seconds.
 */
export async function sampleProcess(folder: string, pid: number): Promise<ProcessSample> {
  const [status, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
  ])
  const residentKib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
  const file = `${folder}/${pid}.json`
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const { heapUsed, external, resources } = await readWritten(file)
  return {
    residentMib: residentKib / 1024,
    heapMib: (heapUsed + external) / 2 ** 20,
    resources,
    descriptors: descriptors.length,
  }
}

async function readWritten(file: string) {
  for (let looks = 0; looks < 200; looks += 1) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined)
      return JSON.parse(text) as Record<'heapUsed' | 'external' | 'resources', number>
    await sleep(50)
  }
  throw new Error(`${file} was not written`)
}
