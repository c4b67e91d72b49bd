import { pause } from '@countersign/client'
import type { Plan } from '@countersign/local/plan'
import { checkLedger } from './check-ledger.ts'
import { approve, signInAndRefresh, uploadDocument, type Job } from './clients.ts'
import { createDraw } from './draw.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createPeople } from './people.ts'
import { startReceiver, type CreateEventReceiver } from './receiver.ts'

export interface WorkloadOptions {
  readonly seed: number
  /** Clients of each kind that work at once. */
  readonly clients?: Readonly<Record<'approvals' | 'signIns' | 'uploads', number>>
  /** What each client waits after a job. */
  readonly thinkMs?: number
  /** Makes the receiver of events. Default: that of this version. */
  readonly createReceiver?: CreateEventReceiver
}

/** People at work until they are told to stop. */
export interface Workload {
  readonly ledger: Ledger
  /** Ends the work: what is under way is carried to a clear end, the receiver goes on. */
  readonly finish: () => Promise<void>
  /** After `finish`: what is not as the ledger says, in words; empty when all is. */
  readonly check: () => Promise<readonly string[]>
  /** How many events of an approval the receiver has applied. */
  readonly heard: (instanceId: string) => number
  /** Stops the receiver. */
  readonly close: () => Promise<void>
}

const fewClients = { approvals: 3, signIns: 1, uploads: 1 }

/** Starts a closed loop of clients and the receiver of events; everything they do is in the ledger. */
export async function startWorkload(plan: Plan, options: WorkloadOptions): Promise<Workload> {
  const { seed, clients = fewClients, thinkMs = 50, createReceiver } = options
  const ledger = createLedger()
  const people = createPeople(plan, ledger)
  const receiver = await startReceiver(plan, ledger, createReceiver)
  const { bizType } = plan.platform.sampleApp
  let isOver = false
  const work = async (job: Job, name: string, number: number) => {
    const workplace = { people, ledger, draw: createDraw(seed + number), bizType }
    while (!isOver) {
      await job(workplace).catch((error: unknown) => ledger.fault(`${name}: ${String(error)}`))
      await pause(thinkMs)
    }
  }
  const several = (count: number, job: Job, name: string) =>
    Array.from({ length: count }, (_, number) => work(job, name, number))
  const working = [
    ...several(clients.approvals, approve, 'approval'),
    ...several(clients.signIns, signInAndRefresh, 'sign-in'),
    ...several(clients.uploads, uploadDocument, 'upload'),
  ]
  return {
    ledger,
    async finish() {
      isOver = true
      await Promise.all(working)
    },
    check: () => checkLedger({ plan, ledger, people, receiver }),
    heard: (instanceId) => receiver.applied.get(instanceId)?.length ?? 0,
    close: receiver.close,
  }
}
