import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TokenUser } from '../../../access/access.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { type ClaimedUpload, claimCommit, releaseCommit } from '../claim-queries.ts'
import type { UploadRow } from '../queries.ts'
import { renewSender } from '../sender-queries.ts'
import { findOwnUpload } from '../session.ts'

// Short, so that a repeat after a crash does not wait long; renewed while the work goes on.
const LEASE_SECONDS = 4
const WAIT_MS = 15_000
const SEALED_SECONDS = 3_600

export type CommitLease =
  | { readonly answer: UploadAnswer }
  | {
      readonly answer?: undefined
      /** What was sealed cannot change any more: this is what gets registered. */
      readonly upload: ClaimedUpload
      /** Lets another have the lease. */
      readonly release: () => Promise<void>
      /** Stops to renew the lease; it ends by itself soon after. */
      readonly stop: () => void
    }

/**
 * Waits for the lease to make the object whole, or for the answer of the request that holds it: some
 * storages show an object twice completed as missing for a moment.
 *
 * @param check Makes an upload ready, or throws what is wrong with it.
 * @throws `dms.upload_busy` when neither comes in time.
 */
export async function takeCommitLease(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  sha256: Buffer | undefined,
  check: (upload: UploadRow) => Promise<void>,
): Promise<CommitLease> {
  const { tenantId, subject: ownerId } = caller
  const senderId = randomUUID()
  const who = { tenantId, id: uploadId, ownerId, senderId, leaseSeconds: LEASE_SECONDS }
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline;) {
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + SEALED_SECONDS * 1000)
    const claim = { ...who, now, expiresAt, sha256: sha256 ?? null }
    const upload = await claimCommit(deps.db, claim)
    if (upload !== undefined) return leaseOf(deps, upload, senderId)
    const current = await findOwnUpload(deps, caller, uploadId)
    if (current.answer !== null) return { answer: current.answer }
    await check(current)
    await pause(50)
  }
  throw problems.upload_busy({ headers: { 'retry-after': String(LEASE_SECONDS) } })
}

function leaseOf(deps: Deps, upload: ClaimedUpload, senderId: string): CommitLease {
  const mine = [upload.tenantId, upload.id, senderId] as const
  const timer = setInterval(
    () => void renewSender(deps.db, ...mine, LEASE_SECONDS).catch(() => undefined),
    (LEASE_SECONDS * 1000) / 4,
  )
  timer.unref()
  return {
    upload,
    release: () => releaseCommit(deps.db, ...mine),
    stop: () => clearInterval(timer),
  }
}
