import { Readable } from 'node:stream'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { Problem } from '@countersign/service-kit/problem'
import type { TokenUser } from '../../../access/access.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { answerOnce } from '../../../http/answer-once.ts'
import type { ClaimedUpload } from '../claim-queries.ts'
import type { UploadRow } from '../queries.ts'
import { receiveContent } from '../receiving/receive-content.ts'
import { findOwnUpload, requireReady } from '../session.ts'
import { takeCommitLease } from './commit-lease.ts'
import { checkHash, registerUpload } from './register.ts'

/**
 * Verifies the object and registers document and version. The object is made whole first, by one
 * request at a time and again after a crash; what counts happens in one transaction that stores its
 * answer, so a repeat, or twenty at once, get the same.
 *
 * Kept by: services/dms/src/features/uploads/uploads.test.ts "gives one version when twenty complete at once, and the same later"
 * Kept by: services/dms/src/crash.test.ts "between content and complete loses nothing"
 */
export function completeUpload(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  sha256: string | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<UploadAnswer>> {
  return answerOnce(deps, key, () => findOrMakeVersion(deps, caller, uploadId, sha256))
}

async function findOrMakeVersion(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
  sha256: string | undefined,
): Promise<UploadAnswer> {
  const given = sha256 === undefined ? undefined : Buffer.from(sha256, 'hex')
  const lease = await takeCommitLease(deps, caller, uploadId, given, async (upload) => {
    if (isOfNothing(upload)) return receiveNothing(deps, caller, uploadId)
    requireReady(deps, upload)
    checkHash(upload.sha256, given)
  })
  if (lease.answer !== undefined) return lease.answer
  try {
    // Completing gives the lease back, in the same transaction.
    return await commitUpload(deps, caller, lease.upload, given)
  } catch (error) {
    await lease.release()
    throw error
  } finally {
    lease.stop()
  }
}

async function commitUpload(
  deps: Deps,
  caller: TokenUser,
  upload: ClaimedUpload,
  sha256: Buffer | undefined,
): Promise<UploadAnswer> {
  const made = await registerUpload(deps, caller, upload, sha256)
  if (made !== undefined) return made
  const current = await findOwnUpload(deps, caller, upload.id)
  if (current.answer !== null) return current.answer
  requireReady(deps, current)
  throw problems.upload_busy()
}

const TAKEN = new Set(['dms.upload_busy', 'dms.upload_out_of_order'])

/** Nobody has to send the bytes of an empty file: they are all there. */
const isOfNothing = ({ sizeBytes, status, byParts }: UploadRow) =>
  sizeBytes === 0 && !byParts && (status === 'INITIATED' || status === 'RECEIVING')

export async function receiveNothing(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
): Promise<void> {
  const source = { stream: Readable.from([]), chunksOf: 'other' } as const
  try {
    await receiveContent(deps, caller, uploadId, { source, offset: 0, lengthBytes: 0 })
  } catch (error) {
    // Another request does the same, or is done with it; whoever waits for the lease looks again.
    if (!(error instanceof Problem && TAKEN.has(error.code))) throw error
  }
}
