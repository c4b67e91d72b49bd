import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isUniqueViolation } from '@countersign/service-kit/db'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { Problem } from '@countersign/service-kit/problem'
import type { TokenUser } from '../../access/access.ts'
import type { UploadAnswer } from '../../db/upload-tables.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBegun } from './begun-by-key.ts'
import type { ClaimedUpload } from './claim-queries.ts'
import { registerUpload } from './completing/register.ts'
import { abortUpload } from './end.ts'
import { beginSending } from './initiate.ts'
import { type IncomingContent, storeContent, takenOver } from './receiving/receive-content.ts'
import type { InitiateBody } from './schema.ts'
import { findOwnUpload } from './session.ts'

// Two requests with one key may come at once; one that is dead says nothing.
const LEAVING_MS = 2_000

/**
 * An upload in one request: a session that this request has for itself from its first statement, which
 * reserves, to its last, which registers. What it leaves when it dies is what any session leaves, and goes
 * the same way. Nothing is gone on with: the same request again, with its key, gets the answer there is,
 * or gives up what an earlier one has left and sends all bytes to an object of its own.
 *
 * Kept by: services/dms/src/features/uploads/whole.test.ts "gives one version when twenty send it at once"
 * Kept by: services/dms/src/crash-steps.test.ts "each write of an upload in one request to the database"
 */
export async function sendWhole(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  content: Pick<IncomingContent, 'source' | 'checksum'>,
  key: IdempotencyKey | undefined,
): Promise<Answer<UploadAnswer>> {
  const begun = await beginOrFind(deps, caller, body, key)
  if (begun.answer !== undefined) return { status: 200, body: begun.answer, replayed: true }
  const { upload, senderId } = begun
  try {
    const lengthBytes = body.sizeBytes
    const all = { ...content, offset: undefined, lengthBytes }
    const stored = await storeContent(deps, upload, senderId, all)
    const { receivedBytes, sha256, sniffedType, writeState } = stored
    if (receivedBytes < lengthBytes) {
      throw problems.size_mismatch({ members: { receivedBytes, sizeBytes: lengthBytes } })
    }
    const whole = { ...upload, sha256, sniffedType, writeState }
    const answer = await registerUpload(deps, caller, whole)
    if (answer === undefined) throw takenOver()
    return { status: 200, body: answer, replayed: false }
  } catch (error) {
    // The session would end by itself, but hold quota until then.
    await abortUpload(deps, caller, upload.id).catch((err: unknown) =>
      deps.log.info({ err, uploadId: upload.id }, 'an upload is left to expire'),
    )
    throw error
  }
}

type Beginning =
  | { readonly answer: UploadAnswer }
  | { readonly answer?: undefined; readonly upload: ClaimedUpload; readonly senderId: string }

async function beginOrFind(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  key: IdempotencyKey | undefined,
): Promise<Beginning> {
  const senderId = randomUUID()
  for (;;) {
    try {
      return { upload: await beginSending(deps, caller, body, { key, senderId }), senderId }
    } catch (error) {
      const isTaken = isUniqueViolation(error, 'uploads_one_per_creation_key')
      if (key === undefined || !(isTaken || error instanceof Problem)) throw error
      const earlier = await findBegun(deps, key)
      if (earlier === undefined) {
        // Of a key that was taken the session is over: it is free now.
        if (isTaken) continue
        throw error
      }
      // Quota is looked at before the key: what filled it may be the earlier request, which can be given up.
      const mayBegin = isTaken || isFull(error)
      const answer = mayBegin
        ? await outwait(deps, caller, earlier)
        : (await findOwnUpload(deps, caller, earlier)).answer
      // As the first, whatever has become of its target since.
      if (answer) return { answer }
      if (!mayBegin) throw error
    }
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'dms.quota_exceeded'

/** The answer of an earlier request with the key; one that gives none in time is given up. */
async function outwait(
  deps: Deps,
  caller: TokenUser,
  id: string,
): Promise<UploadAnswer | undefined> {
  const deadline = performance.now() + LEAVING_MS
  for (;;) {
    const { answer, status } = await findOwnUpload(deps, caller, id)
    if (answer !== null) return answer
    if (status === 'ABORTED' || status === 'FAILED' || status === 'EXPIRED') return undefined
    if (performance.now() < deadline) await pause(50)
    else await abortUpload(deps, caller, id).catch(unlessCompleted)
  }
}

function unlessCompleted(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'dms.upload_out_of_order')) throw error
}
