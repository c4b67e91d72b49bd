// Backups and moments while people work. Whatever a check looks for later is made to happen here, and waited for.
import { join } from 'node:path'
import type { Plan } from '@countersign/local/plan'
import { ownerClient } from '../platform/sample-type.ts'
import { decideApproval, startApproval, type Started } from '../workload/clients.ts'
import { createDraw } from '../workload/draw.ts'
import { createPeople } from '../workload/people.ts'
import type { Workload } from '../workload/workload.ts'
import { readEnd, untilAnchoredBeyond } from './anchored.ts'
import { archiveAll, takeBase, type Cluster, type Place } from './cluster.ts'
import { copyFolder } from './copy-folder.ts'
import { takeMoment, type Restored } from './moments.ts'
import { until } from './patience.ts'
import { submitDocument } from './submit.ts'

export interface Work {
  readonly place: Place
  readonly source: Cluster
  readonly plan: Plan
  readonly workload: Workload
  readonly timed: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** @param decisions How many lie between two moments, at least. */
export async function workThrough(work: Work, decisions: number) {
  const { place, source, plan, workload, timed } = work
  const { ledger } = workload
  const people = createPeople(plan, ledger)
  const { bizType } = plan.platform.sampleApp
  const workplace = { people, ledger, draw: createDraw(3), bizType }
  const workOn = () => workOnUntil(workload, decisions)
  const momentOf = async (service: Restored) => ({
    moment: await takeMoment(ledger, source),
    end: await readEnd(service, source, plan),
  })
  await workOn()
  const base = await timed('base backup under load', () => takeBase(place, source))
  await workOn()
  const iam = await momentOf('iam')
  await workOn()
  // Before the moment of dms, against the guide: so that there are rows without objects to be named.
  const store = await takeMoment(ledger, source)
  const copy = join(place.home, 'objects')
  await timed('copy of the objects', () => copyFolder(plan.layout.documentsDir, copy))
  await workOn()
  const open = await startApproval(workplace)
  const bpm = await momentOf('bpm')
  await tellReceiver(work, open, () => decideApproval(workplace, open))
  const submitted = await submitDocument(people, ledger)
  await workOn()
  const dms = await momentOf('dms')
  await workOn()
  await untilAnchoredBeyond(plan, { iam: iam.end, bpm: bpm.end, dms: dms.end })
  await workload.finish()
  await archiveAll(source)
  const moments = { iam: iam.moment, bpm: bpm.moment, dms: dms.moment, store }
  return { base, copy, submitted, moments }
}

function workOnUntil({ ledger }: Workload, decisions: number): Promise<void> {
  const { decision, upload } = ledger.counts
  return until(
    `${decisions} decisions and 2 uploads`,
    () => ledger.counts.decision >= decision + decisions && ledger.counts.upload >= upload + 2,
  )
}

/** The receiver has then heard of a decision that bpm has forgotten, of an approval that it has not. */
async function tellReceiver(
  { plan, workload }: Work,
  { instanceId: id }: Started,
  decide: () => Promise<void>,
): Promise<void> {
  const { items: known } = await ownerClient(plan).listInstanceEvents({ path: { id } })
  await decide()
  await until('the receiver has heard of the decision', () => workload.heard(id) > known.length)
}
