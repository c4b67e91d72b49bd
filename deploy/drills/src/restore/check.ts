// What has to hold after the restore: lost is what lies behind each moment, it is named, and all goes on.
import { itemsOf } from '@countersign/client'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { ownerClient } from '../platform/sample-type.ts'
import { createPeople, type People } from '../workload/people.ts'
import { startWorkload } from '../workload/workload.ts'
import { untilClear } from '../workload/until-clear.ts'
import { checkRecords } from './check-records.ts'
import { verifyAudit, type Difference } from './commands.ts'
import type { RestoreDrill } from './drill.ts'
import { restored, type Restored } from './moments.ts'
import { until } from './patience.ts'

const decisionsAfter = 5

/** @returns what is not so, in words. */
export async function checkDrill(
  drill: RestoreDrill,
  write: (line: string) => void,
): Promise<string[]> {
  const { platform, workload } = drill
  const { ledger } = workload
  const people = createPeople(platform.plan, ledger)
  const since = new Date()
  const said = await reconcileAll(drill)
  // From here on the gateway may be open; what follows are the drill's own questions.
  drill.writeWhole()
  const faults = [
    ...(await checkNamed(drill, said)),
    ...(await untilClear(ledger, () => checkApprovals(drill))),
    ...(await untilClear(ledger, () => checkDocuments(drill, people, said.dms))),
    ...(await checkAgain(drill)),
    ...(await checkAudit(drill, since)),
  ]
  await workload.close()
  return [...faults, ...(await checkWork(drill, write)), ...(await checkRecords(drill, people))]
}

/** The main job, after it. */
async function checkWork(
  { platform }: RestoreDrill,
  write: (line: string) => void,
): Promise<readonly string[]> {
  const workload = await startWorkload(platform.plan, { seed: 11 })
  const { counts } = workload.ledger
  try {
    await until('people decide after it', () => counts.decision >= decisionsAfter)
    await workload.finish()
    write(`after it: ${counts.start} starts, ${counts.decision} decisions`)
    return await workload.check()
  } finally {
    await workload.close()
  }
}

/** As the guide says: iam first, then bpm, then dms, each again while something gave no answer. */
async function reconcileAll(drill: RestoreDrill) {
  const restoredTo = new Date(drill.moments.iam.time).toISOString()
  const iam = await reconcileAnswered(drill, 'iam', '--repair', '--restored-to', restoredTo)
  const bpm = await reconcileAnswered(drill, 'bpm', '--repair')
  const dms = await reconcileAnswered(drill, 'dms', '--repair', '--grace-days', '0')
  return { iam, bpm, dms }
}

async function reconcileAnswered(
  { runReconcile }: RestoreDrill,
  service: Restored,
  ...args: readonly string[]
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  await until(`${service} reconcile has all answers`, async () => {
    const said = await runReconcile(service, ...args)
    const answered = said.filter(({ outcome }) => outcome !== 'unanswered')
    found.push(...answered)
    return answered.length === said.length
  })
  return found
}

type Said = Awaited<ReturnType<typeof reconcileAll>>

const kindsOf = (differences: readonly Difference[]) =>
  new Set(differences.map(({ kind, outcome }) => `${kind} ${outcome}`))

async function checkNamed({ submitted }: RestoreDrill, said: Said): Promise<string[]> {
  const expected = {
    iam: ['audit_restored repaired', 'revocations_lost repaired', 'changes_lost undecided'],
    bpm: ['audit_restored repaired', 'receiver_ahead repaired'],
    dms: ['audit_restored repaired', 'approval_lost repaired', 'content_lost repaired'],
  }
  const missing = restored.flatMap((service) =>
    expected[service]
      .filter((kind) => !kindsOf(said[service]).has(kind))
      .map((kind) => `${service} did not name: ${kind}`),
  )
  const lost = said.dms.find(({ kind }) => kind === 'approval_lost')
  return lost === undefined || lost.text.includes(submitted.versionId)
    ? missing
    : [...missing, `another approval is lost: ${lost.text}`]
}

/** What was acknowledged before the moment is there; what was asked for after it is not. */
async function checkApprovals({ platform, workload, moments }: RestoreDrill): Promise<string[]> {
  const owner = ownerClient(platform.plan)
  const { bizType } = platform.plan.platform.sampleApp
  const faults: string[] = []
  for (const bizId of workload.ledger.started.keys()) {
    const { items } = await owner.findOwnedProcessInstances({ query: { bizType, bizId } })
    const mustBe = moments.bpm.before.started.has(bizId)
    const cannotBe = !moments.bpm.askedFor.started.has(bizId)
    if (mustBe && items.length !== 1) faults.push(`acknowledged start is not there: ${bizId}`)
    if (cannotBe && items.length > 0) faults.push(`is there, from after the moment: ${bizId}`)
  }
  return faults
}

async function checkDocuments(
  { workload, moments, submitted }: RestoreDrill,
  people: People,
  said: readonly Difference[],
): Promise<string[]> {
  const { dms } = people.as('employee')
  const titles = new Set<string>()
  for await (const { title } of itemsOf(dms.listDocuments, { query: { limit: 200 } })) {
    titles.add(title)
  }
  const named = new Set(said.map(({ id }) => id))
  const faults: string[] = []
  for (const [title, acknowledged] of workload.ledger.uploaded) {
    if (moments.dms.before.uploaded.has(title) && !titles.has(title))
      faults.push(`acknowledged upload is not there: ${title}`)
    if (!moments.dms.askedFor.uploaded.has(title) && titles.has(title))
      faults.push(`is there, from after the moment: ${title}`)
    const isCopied = moments.store.before.uploaded.has(title)
    if (acknowledged !== undefined && isCopied && named.has(acknowledged.versionId))
      faults.push(`is named as lost and was copied: ${title}`)
    const isBetween = !moments.bpm.askedFor.uploaded.has(title) && titles.has(title)
    if (acknowledged !== undefined && isBetween && !named.has(acknowledged.versionId))
      faults.push(`has no object and is not named: ${title}`)
  }
  const { status } = await dms.getVersion({ path: { versionId: submitted.versionId } })
  return status === 'DRAFT' ? faults : [...faults, `the submitted version is ${status}`]
}

/** A second run finds nothing to repair; what it still names is for people. */
async function checkAgain(drill: RestoreDrill): Promise<string[]> {
  const runs = await reconcileAll(drill)
  return restored.flatMap((service) =>
    runs[service]
      .filter(({ outcome }) => outcome !== 'undecided')
      .map(({ kind, text }) => `${service} again: ${kind} ${text}`),
  )
}

async function checkAudit(
  { platform, databaseUrlOf }: RestoreDrill,
  since: Date,
): Promise<string[]> {
  const { layout, secrets } = platform.plan
  const urls = restored.flatMap((name) => [`--${name}`, databaseUrlOf(name)])
  const keys = restored.flatMap((name) => [
    '--key',
    `${name}=${publicKeyOf(secrets.auditSigningKeys[name])}`,
  ])
  const args = [...urls, ...keys, '--anchor', `file:${layout.anchorsDir}`]
  const unknown = await verifyAudit(args)
  // Midnight may have passed meanwhile.
  const days = [since, new Date()].map((date) => date.toISOString().slice(0, 10))
  const known = await verifyAudit([...args, ...days.flatMap((day) => ['--restored', day])])
  const isNamed = unknown.code === 1 && unknown.stdout.includes('FAULT restored')
  return [
    ...(isNamed ? [] : [`the restore is not in the audit: ${unknown.stdout}${unknown.stderr}`]),
    ...(known.code === 0 ? [] : [`the audit does not hold: ${known.stdout}${known.stderr}`]),
  ]
}
