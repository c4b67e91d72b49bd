import { randomUUID } from 'node:crypto'
import { download, pause } from '@countersign/client'
import type { Plan } from '@countersign/local/plan'
import {
  decideApproval,
  signInAndRefresh,
  startApproval,
  uploadDocument,
  type Workplace,
} from '../workload/clients.ts'
import { createDraw } from '../workload/draw.ts'
import type { Ledger } from '../workload/ledger.ts'
import type { People } from '../workload/people.ts'

/** What people wait for. */
export const kinds = ['signIn', 'start', 'decision', 'upload', 'download', 'search'] as const
export type Kind = (typeof kinds)[number]

export type Times = Readonly<Record<Kind, readonly number[]>>

/** Work that comes at its rate, however long the last piece takes: what grows slower is seen as that. */
export interface Work {
  /** Milliseconds that each took since the last call. */
  readonly takeTimes: () => Times
  /** Pieces that were not begun because too many were under way: the platform cannot keep up. */
  readonly leftOut: () => number
  readonly finish: () => Promise<void>
}

const MOST_AT_ONCE = 60

export function startWork(
  books: { readonly plan: Plan; readonly people: People; readonly ledger: Ledger },
  { perSecond, seed }: { readonly perSecond: number; readonly seed: number },
): Work {
  const { plan, people, ledger } = books
  const draw = createDraw(seed)
  const workplace: Workplace = { people, ledger, draw, bizType: plan.platform.sampleApp.bizType }
  let times = createTimes()
  const measure: Measure = async (kind, work) => {
    const begun = performance.now()
    const result = await work()
    times[kind].push(performance.now() - begun)
    return result
  }
  const paced = startPaced(perSecond, async () => {
    const [name, job] = chooseJob(draw(1, 100))
    await job(workplace, measure).catch((error: unknown) =>
      ledger.fault(`${name}: ${String(error)}`),
    )
  })
  return {
    takeTimes() {
      const taken = times
      times = createTimes()
      return taken
    },
    ...paced,
  }
}

/** Begins a piece at each beat, beside those that are under way. */
function startPaced(perSecond: number, begin: () => Promise<void>) {
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  let leftOut = 0
  let isOver = false
  const pace = async () => {
    for (let count = 1; !isOver; count += 1) {
      if (underWay.size < MOST_AT_ONCE) {
        const piece = begin().finally(() => underWay.delete(piece))
        underWay.add(piece)
      } else leftOut += 1
      await pause(Math.max(0, begun + (count * 1000) / perSecond - performance.now()))
    }
  }
  const paced = pace()
  return {
    leftOut: () => leftOut,
    async finish() {
      isOver = true
      await paced
      await Promise.all(underWay)
    },
  }
}

const createTimes = (): Record<Kind, number[]> => ({
  signIn: [],
  start: [],
  decision: [],
  upload: [],
  download: [],
  search: [],
})

type Measure = <T>(kind: Kind, work: () => Promise<T>) => Promise<T>
type Job = (workplace: Workplace, measure: Measure) => Promise<void>

/** Half are approvals, a quarter uploads; people search and read more seldom, and sign in rarely. */
function chooseJob(percent: number): readonly [string, Job] {
  if (percent <= 50) return ['approval', approve]
  if (percent <= 70)
    return ['upload', (workplace, measure) => measure('upload', () => uploadDocument(workplace))]
  if (percent <= 80) return ['download', readDocument]
  if (percent <= 95) return ['search', search]
  return ['sign-in', (workplace, measure) => measure('signIn', () => signInAndRefresh(workplace))]
}

const approve: Job = async (workplace, measure) => {
  const started = await measure('start', () => startApproval(workplace))
  await measure('decision', () => decideApproval(workplace, started))
}

/** Reads one of the last documents; nothing before there is one. */
const readDocument: Job = async ({ people, ledger, draw }, measure) => {
  const known = [...ledger.uploaded.values()].slice(-50).filter((one) => one !== undefined)
  const document = known[draw(0, Math.max(0, known.length - 1))]
  if (document === undefined) return
  const { dms } = people.as('employee')
  await measure('download', async () => {
    const { stream } = await download(dms.downloadVersion, {
      path: { versionId: document.versionId },
    })
    for await (const _ of stream);
  })
}

/** In the inbox, among what is done, and in the library: by words that are there, and by one that is not. */
const search: Job = async ({ people, draw }, measure) => {
  const q = draw(1, 2) === 1 ? 'drill' : randomUUID()
  const { bpm } = people.as('manager')
  const { dms } = people.as('employee')
  const searches = [
    () => bpm.listTasks({ query: { box: 'done', q, limit: 20 } }),
    () => bpm.listTasks({ query: { box: 'todo', q, limit: 20 } }),
    () => dms.listDocuments({ query: { q, limit: 20 } }),
  ]
  await measure('search', async () => void (await searches[draw(0, 2)]?.()))
}
