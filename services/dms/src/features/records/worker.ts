// Brings the record of an approval beside the version that it decided about. Whoever dies on the way leaves a
// filing that is taken up again, and bytes that the reaper takes for orphans, which they are.
//
// Kept by: services/dms/src/features/records/filing.test.ts "files one record when the process that fetched it died before it was stored"
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction } from '@countersign/service-kit/transaction'
import { lockDocument } from '../../access/document-queries.ts'
import type { RecordResult } from '../../clients/bpm.ts'
import { confirmDerived } from '../../content/derived-queries.ts'
import { storeDerived, type Stored } from '../../content/store-derived.ts'
import { findVersion } from '../../content/version-queries.ts'
import { inDirectory } from '../../content/work-directory.ts'
import type { Deps } from '../../deps.ts'
import { keepLease, LEASE_SECONDS } from '../../keep-lease.ts'
import { appendAudit, systemActor, userActor } from '../audit/queries.ts'
import {
  endAttempt,
  type FilingJob,
  insertFiledRecord,
  leaseFiling,
  renewFiling,
} from './work-queries.ts'

const MOST_SECONDS = 300
// Bars that keys or an update bring pass by themselves; one that stays is asked about seldom, then no more.
const BARRED_MOST_SECONDS = 3_600
const BARRED_UNTIL_MS = 24 * 3_600_000

/** Files one record that is due; answers how many there were. */
export async function fileDue(deps: Deps): Promise<number> {
  const job = await leaseFiling(deps.db, deps.now(), LEASE_SECONDS)
  if (job === undefined) return 0
  try {
    const renew = (seconds: number) => renewFiling(deps.db, job, deps.now(), seconds)
    await keepLease(deps.log, renew, () => file(deps, job))
  } catch (error) {
    await end(deps, job, { status: 'UNKNOWN', reason: 'it is not stored', cause: error })
  }
  return 1
}

async function file(deps: Deps, job: FilingJob): Promise<void> {
  const { tenantId, instanceId, language } = job
  const found = await deps.bpm.readRecord(tenantId, instanceId, language)
  switch (found.kind) {
    case 'unknown':
      return end(deps, job, { status: 'UNKNOWN', reason: found.reason })
    case 'barred': {
      const isOver = deps.now().getTime() - job.requestedAt.getTime() >= BARRED_UNTIL_MS
      const status = isOver ? 'REFUSED' : 'UNKNOWN'
      const reason = reasonOf(found.problem)
      return end(deps, job, { status, reason, mostSeconds: BARRED_MOST_SECONDS })
    }
    case 'refused':
      return end(deps, job, { status: 'REFUSED', reason: reasonOf(found.problem) })
    case 'read':
      return keep(deps, job, await store(deps, job, found))
  }
}

const reasonOf = ({ code }: Readonly<Record<string, unknown>>) =>
  typeof code === 'string' ? code : 'refused'

interface StoredRecord {
  readonly print: Stored
  readonly record: Stored
}

async function store(
  deps: Deps,
  { tenantId, versionId }: FilingJob,
  read: Extract<RecordResult, { kind: 'read' }>,
): Promise<StoredRecord> {
  const version = await findVersion(deps.db, tenantId, versionId)
  if (version === undefined) throw new Error('a version with an approval is never deleted')
  return inDirectory(async (directory) => {
    const put = async (name: string, bytes: Buffer) => {
      const path = join(directory, name)
      await writeFile(path, bytes, { mode: 0o600 })
      return storeDerived(deps, version, path)
    }
    const print = await put('print', read.print)
    return { print, record: await put('record', Buffer.from(read.record)) }
  })
}

async function keep(deps: Deps, job: FilingJob, stored: StoredRecord): Promise<void> {
  const { tenantId, documentId, versionId, requestedBy } = job
  await inTransaction(deps.db, async (tx) => {
    await lockDocument(tx, tenantId, documentId)
    const now = deps.now()
    const isLatest = await endAttempt(tx, job, { status: 'FILED', reason: null, runAfter: now })
    if (!isLatest) return
    for (const { object, key } of [stored.print, stored.record]) {
      await confirmDerived(tx, tenantId, object, key)
    }
    await insertFiledRecord(tx, job, stored, now)
    const actor = requestedBy === null ? systemActor : userActor(requestedBy)
    const detail = {
      recordId: job.id,
      bindingId: job.bindingId,
      instanceId: job.instanceId,
      round: job.round,
      language: job.language,
      printSha256: stored.print.object.sha256.toString('hex'),
      recordSha256: stored.record.object.sha256.toString('hex'),
    }
    const entry = { action: 'record.filed', actor, documentId, versionId, detail }
    await appendAudit(tx, tenantId, now, [entry])
  })
}

interface Unfiled {
  readonly status: 'UNKNOWN' | 'REFUSED'
  readonly reason: string
  readonly mostSeconds?: number
  readonly cause?: unknown
}

/** Ends an attempt that filed nothing. What is not known is tried again, ever more seldom. */
async function end(
  { db, now, log }: Deps,
  job: FilingJob,
  { status, reason, mostSeconds = MOST_SECONDS, cause }: Unfiled,
): Promise<void> {
  const { tenantId, id: filingId, instanceId, attempts } = job
  const about = { tenantId, filingId, instanceId, attempts, reason, err: cause }
  if (status === 'REFUSED') log.error(about, 'record not filed: it was refused')
  else log.warn(about, 'record not filed yet')
  const seconds = Math.min(mostSeconds, 2 ** Math.min(job.attempts, 12))
  await endAttempt(db, job, {
    status,
    reason,
    runAfter: new Date(now().getTime() + seconds * 1000),
  })
}
