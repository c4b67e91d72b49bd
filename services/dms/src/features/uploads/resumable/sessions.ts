import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '@countersign/service-kit/problem'
import type { TokenUser } from '../../../access/access.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { completeUpload } from '../completing/complete.ts'
import type { UploadRow } from '../queries.ts'
import { type IncomingContent, receiveContent } from '../receiving/receive-content.ts'
import { releaseSender } from '../sender-queries.ts'
import { findOwnUpload, requireOpen, requireReady } from '../session.ts'

// A sender whose connection broke stores what it has and goes; one that is silent does not.
const LEAVING_MS = 2_000
// Senders may follow each other for as long as they like.
const WAIT_MS = 20_000

/**
 * The session as somebody finds it who wants to go on with it: nobody sends, so that the offset is
 * taken when it is sent back at once. A sender that does not go is taken the session from, as both
 * protocols have it: whoever asks where an upload stands has given up its last request. One that comes
 * meanwhile has its time, too.
 *
 * @throws `dms.not_found` also for a session that was given up.
 */
export async function findSettled(deps: Deps, caller: TokenUser, id: string): Promise<UploadRow> {
  const endsAt = performance.now() + WAIT_MS
  let [seen, deadline]: [string | null, number] = [null, 0]
  while (performance.now() < endsAt) {
    const upload = await findOwnUpload(deps, caller, id)
    if (upload.status === 'COMPLETED') return upload
    if (upload.status === 'ABORTED') throw problems.not_found()
    if (upload.status === 'FAILED') requireReady(deps, upload)
    requireOpen(deps, upload)
    // Parts have no one offset.
    if (upload.byParts) throw problems.upload_out_of_order()
    if (upload.status !== 'RECEIVING' || upload.senderUntil === null) return upload
    const { senderId } = upload
    if (senderId !== seen) [seen, deadline] = [senderId, performance.now() + LEAVING_MS]
    if (performance.now() < deadline || senderId === null) await pause(50)
    else await releaseSender(deps.db, caller.tenantId, id, senderId)
  }
  throw problems.upload_busy({ headers: { 'retry-after': '5' } })
}

/** Takes bytes at the very offset where the session stands, and answers where it stands then. */
export async function appendBytes(
  deps: Deps,
  caller: TokenUser,
  { id, status, sizeBytes }: UploadRow,
  content: IncomingContent & { readonly offset: number },
): Promise<UploadRow> {
  // All bytes are there: the request does nothing but end the upload.
  const isEnd = content.offset === sizeBytes && content.lengthBytes === 0
  if (!isEnd || status !== 'RECEIVED') {
    await receiveContent(deps, caller, id, { ...content, isExact: true })
  }
  return findOwnUpload(deps, caller, id)
}

/**
 * Makes the version once all bytes are there: neither protocol has a request for it. It may be
 * repeated, also at once, and after a crash.
 */
export async function finishUpload(
  deps: Deps,
  caller: TokenUser,
  { id }: UploadRow,
): Promise<UploadAnswer> {
  const { body } = await completeUpload(deps, caller, id, undefined, undefined)
  return body
}

/** Whether the same may succeed in a moment: so it may after what nobody foresaw, a database away for one. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Problem) || error.status >= 500 || error.code === 'dms.upload_busy'
