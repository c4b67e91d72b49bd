import { createHash } from 'node:crypto'
import { download, itemsOf, pause } from '@countersign/client'
import type { Plan } from '@countersign/local/plan'
import { ownerClient } from '../platform/sample-type.ts'
import type { Ledger } from './ledger.ts'
import type { People } from './people.ts'
import type { Receiver } from './receiver.ts'
import { untilClear } from './until-clear.ts'

export interface Books {
  readonly plan: Plan
  readonly ledger: Ledger
  readonly people: People
  readonly receiver: Receiver
}

const atOnce = 4
const deliveryPatienceMs = 120_000

/**
 * Compares the platform with the ledger: nothing acknowledged is lost, nothing is there twice, every
 * event came once and in order, the services are ready.
 *
 * @returns what is not so, in words.
 */
export async function checkLedger(books: Books): Promise<string[]> {
  const parts = [checkStarts, checkDecisions, checkUploads, checkSessions, checkEvents, checkHealth]
  const found: string[] = [...books.ledger.faults]
  for (const part of parts) found.push(...(await part(books)))
  return found
}

/** Also of what was never acknowledged: a start that was sent many times made one approval or none. */
async function checkStarts({ plan, ledger }: Books): Promise<string[]> {
  const owner = ownerClient(plan)
  const { bizType } = plan.platform.sampleApp
  return inTurn(ledger.started, async ([bizId, acknowledged]) => {
    const { items } = await owner.findOwnedProcessInstances({ query: { bizType, bizId } })
    const ids = items.map(({ id }) => id)
    if (ids.length > 1) return `started ${ids.length} times: ${bizId}`
    if (acknowledged === undefined || ids[0] === acknowledged.instanceId) return undefined
    return `acknowledged start is not there: ${bizId} ${acknowledged.instanceId}`
  })
}

async function checkDecisions({ ledger, people }: Books): Promise<string[]> {
  const { bpm } = people.as('employee')
  return inTurn(ledger.decided, async ([taskNo, acknowledged]) => {
    if (acknowledged === undefined) return undefined
    const path = { id: acknowledged.instanceId }
    const { items } = await bpm.getProcessInstanceTimeline({ path })
    const decisions = items.filter(
      ({ task, action }) => task?.taskNo === taskNo && /approve|reject/i.test(action),
    )
    return decisions.length === 1 ? undefined : `decided ${decisions.length} times: ${taskNo}`
  })
}

async function checkUploads({ ledger, people }: Books): Promise<string[]> {
  const { dms } = people.as('employee')
  const copies = new Map<string, number>()
  for await (const { title } of itemsOf(dms.listDocuments, { query: { limit: 200 } }))
    copies.set(title, (copies.get(title) ?? 0) + 1)
  return inTurn(ledger.uploaded, async ([title, acknowledged]) => {
    const count = copies.get(title) ?? 0
    if (count > 1) return `uploaded ${count} times: ${title}`
    if (acknowledged === undefined) return undefined
    if (count === 0) return `acknowledged upload is not there: ${title}`
    const { versionId, sha256 } = acknowledged
    // A read that nobody answered says nothing of what is there.
    const found = await untilClear(ledger, async () => {
      const { stream } = await download(dms.downloadVersion, { path: { versionId } })
      const hash = createHash('sha256')
      for await (const chunk of stream) hash.update(chunk)
      return hash.digest('hex')
    })
    return found === sha256 ? undefined : `other bytes: ${title}`
  })
}

async function checkSessions({ ledger, people }: Books): Promise<string[]> {
  return inTurn(ledger.sessions, async ([session, acknowledged]) => {
    if (acknowledged === undefined) return undefined
    try {
      // It is used up with that: whoever looks again looks at the one that it gave.
      const { refreshToken = '' } = await people.refresh(acknowledged.refreshToken)
      ledger.sessions.set(session, { refreshToken })
      return undefined
    } catch (error) {
      return `the last refresh token of a session is not taken: ${session}: ${String(error)}`
    }
  })
}

/** The receiver has each event once and in its place; it must also have all that there are. */
async function checkEvents({ plan, ledger, receiver }: Books): Promise<string[]> {
  const owner = ownerClient(plan)
  const giveUpAt = performance.now() + deliveryPatienceMs
  return inTurn(ledger.started, async ([bizId, acknowledged]) => {
    if (acknowledged === undefined) return undefined
    const { instanceId: id } = acknowledged
    const { items } = await owner.listInstanceEvents({ path: { id }, query: { limit: 100 } })
    if (items.some(({ sequence }, index) => sequence !== index + 1))
      return `events of ${bizId} are not numbered from 1 without a gap`
    const all = items.map(({ eventId }) => eventId).join()
    for (;;) {
      const came = (receiver.applied.get(id) ?? []).join()
      if (came === all) return undefined
      if (performance.now() > giveUpAt) return `events of ${bizId}: ${all}, but came ${came}`
      await pause(100)
    }
  })
}

async function checkHealth({ plan }: Books): Promise<string[]> {
  const addresses = { ...plan.platform.services, gateway: plan.platform.baseUrl }
  return inTurn(new Map(Object.entries(addresses)), async ([service, url]) => {
    const { status } = await fetch(`${url}/actuator/health/readiness`)
    return status === 200 ? undefined : `${service} is not ready: ${status}`
  })
}

/** A few at once; what one of them throws is a finding, too. */
async function inTurn<K, V>(
  entries: ReadonlyMap<K, V>,
  check: (entry: [K, V]) => Promise<string | undefined>,
): Promise<string[]> {
  const found: string[] = []
  const left = entries.entries()
  const work = async () => {
    for (const entry of left) {
      const finding = await check(entry).catch(
        (error: unknown) => `${String(entry[0])}: ${String(error)}`,
      )
      if (finding !== undefined) found.push(finding)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}
