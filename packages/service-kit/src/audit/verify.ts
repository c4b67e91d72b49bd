import { sql, type Kysely, type Transaction } from 'kysely'
import type { AnchorStore } from './anchor-store.ts'
import { findEnds, findSpans, listAudited } from './event-queries.ts'
import { findAnchoredHashes } from './verify-erased.ts'
import { createFindings, type Findings, type ServiceReport } from './findings.ts'
import type { AnchoredHead, AuditedService } from './heads.ts'
import { chainedLogs } from './logs.ts'
import { checkAnchored } from './verify-anchored.ts'
import { verifyBlocks } from './verify-blocks.ts'
import { verifyAudit } from './verify-events.ts'
import { checkGuards } from './verify-guards.ts'
import { checkHeads, collectHeads } from './verify-heads.ts'

/** What an auditor has beside the database. */
export interface Evidence {
  readonly stores: readonly AnchorStore[]
  /** Public keys of the service, 32 bytes in base64url each, that were kept apart from it. */
  readonly keys: readonly string[]
  /** When anchoring began, where the log is older. */
  readonly since?: Date | undefined
  /** Days (UTC, `YYYY-MM-DD`) on which the auditor knows that the service was restored. */
  readonly restored?: readonly string[] | undefined
}

/**
 * Holds a service's audit, its chain and its anchored heads against each other, at one moment of the
 * database. Changes nothing and calls nobody else. Says nothing about what no block names yet, nor
 * about what the service itself recorded wrongly.
 *
 * @param db Its role needs to read alone.
 */
export async function verifyService<S>(
  db: Kysely<S>,
  service: AuditedService,
  evidence: Evidence,
): Promise<ServiceReport> {
  const findings = createFindings(service)
  // Before the moment at which the database is read: what is anchored meanwhile would look cut off.
  const anchored = { heads: await collectHeads(service, evidence, findings), since: evidence.since }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Years of rows are hashed between its statements, for as long as that takes.
      await sql`
        select set_config('TimeZone', 'UTC', true),
          set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      await checkGuards(tx, service, findings)
      await (service === 'dms'
        ? verifyChains(tx, anchored, findings)
        : verifyChain(tx, service, anchored, findings))
      return findings.report()
    })
}

interface Anchors {
  readonly heads: readonly AnchoredHead[]
  readonly since: Date | undefined
}

async function verifyChain<S>(
  tx: Transaction<S>,
  service: keyof typeof chainedLogs,
  { heads, since }: Anchors,
  findings: Findings,
): Promise<void> {
  const wanted = new Set(heads.map(({ number }) => number))
  const chain = await verifyBlocks(tx, chainedLogs[service], wanted, findings)
  const hashAt = (number: number) => chain.hashes.get(number)
  checkHeads(heads, { last: chain.last, hashAt }, 'block', findings)
  if (heads.length > 0) checkAnchored(heads, chain, since, findings)
}

/** dms has a chain for each tenant, of the events themselves. */
async function verifyChains<S>(
  tx: Transaction<S>,
  { heads, since }: Anchors,
  findings: Findings,
): Promise<void> {
  const byTenant = Map.groupBy(heads, ({ tenantId = '' }) => tenantId)
  const audited = await listAudited(tx)
  for (const tenantId of new Set([...audited, ...byTenant.keys()])) {
    const { checked, faults, erasedAt } = await verifyAudit({ db: tx }, tenantId)
    findings.countRows(checked)
    for (const { sequence, until, reason } of faults) {
      const which =
        until === undefined || until === sequence ? `${sequence}` : `${sequence} to ${until}`
      const text = `event ${which} of tenant ${tenantId}: ${reason.replaceAll('_', ' ')}`
      findings.fault({ kind: 'event_fault', tenantId, number: sequence, row: which, text })
    }
    if (erasedAt !== undefined)
      findings.note(
        `tenant ${tenantId} was erased, says event ${erasedAt}: what was before may be gone`,
      )
    const anchored = byTenant.get(tenantId) ?? []
    const { hashes, heads: own } = await findAnchoredHashes(tx, tenantId, anchored)
    const { lastSequence: last } = await findEnds(tx, tenantId)
    const hashAt = (number: number) => hashes.get(number)
    checkHeads(own, { tenantId, last: { number: last, rows: last }, hashAt }, 'event', findings)
    if (heads.length === 0) continue
    const spans = await findSpans(tx, tenantId, own.at(-1)?.number ?? 0)
    checkAnchored(own, { tenantId, ...spans }, since, findings)
  }
}
