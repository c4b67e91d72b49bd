import { randomUUID } from 'node:crypto'
import { inTransaction } from '@countersign/service-kit/transaction'
import { openBytes } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { ScanStatus } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { keepLease, LEASE_SECONDS } from '../../keep-lease.ts'
import type { ScanVerdict } from '../../scanning/clamd.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import { type DueScan, holdScan, leaseScans, postponeScan, recordVerdict } from './queries.ts'

const BATCH = 2
const MAX_PAUSE_SECONDS = 600

/**
 * Has the scanner look at what it has not seen, also at what was uploaded before there was one.
 * Without a verdict a version stays as unsafe as it was, and is asked about again later.
 *
 * Kept by: services/dms/src/features/scans/scans.test.ts "says nothing about what another worker has taken meanwhile"
 */
export async function scanDue(deps: Deps): Promise<number> {
  if (deps.scanner === undefined) return 0
  const due = await leaseScans(deps.db, BATCH, { id: randomUUID(), seconds: LEASE_SECONDS })
  await Promise.all(due.map((scan) => scanOne(deps, scan)))
  return due.length
}

async function scanOne(deps: Deps, scan: DueScan): Promise<void> {
  const { tenantId, versionId, attempts } = scan
  try {
    const version = await findVersion(deps.db, tenantId, versionId)
    // Purged since it was taken.
    if (version === undefined || deps.scanner === undefined) return
    const renew = (seconds: number) => postponeScan(deps.db, scan, seconds)
    const verdict = await keepLease(deps.log, renew, () => scanVersion(deps, version))
    await inTransaction(deps.db, async (tx) => {
      if (!(await holdScan(tx, scan))) return
      const now = deps.now()
      const { objectId } = version
      const changed = await recordVerdict(tx, tenantId, objectId, wordVerdict(verdict), now)
      const entries = changed.map(({ id, documentId }) => ({
        action: 'version.scanned',
        actor: systemActor,
        documentId,
        versionId: id,
        detail: { ...verdict },
      }))
      await appendAudit(tx, tenantId, now, entries)
    })
  } catch (error) {
    deps.log.warn({ err: error, versionId, attempts }, 'version not scanned yet')
    const pauseSeconds = Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(attempts, 10))
    await postponeScan(deps.db, scan, pauseSeconds)
  }
}

async function scanVersion(deps: Deps, version: VersionRow): Promise<ScanVerdict> {
  if (deps.scanner === undefined) throw new Error('there is no scanner')
  if (version.sizeBytes === 0) return { kind: 'clean' }
  const stream = await openBytes(deps, version)
  try {
    return await deps.scanner.scan(stream)
  } finally {
    stream.destroy()
  }
}

function wordVerdict(verdict: ScanVerdict): { status: ScanStatus; result: string | null } {
  switch (verdict.kind) {
    case 'clean':
      return { status: 'CLEAN', result: null }
    case 'infected':
      return { status: 'INFECTED', result: verdict.signature }
    case 'error':
      return { status: 'ERROR', result: verdict.detail }
  }
}
