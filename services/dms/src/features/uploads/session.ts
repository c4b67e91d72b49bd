import { UserRequired } from '@countersign/auth-verifier'
import type { Problem } from '@countersign/service-kit/problem'
import type { TokenUser } from '../../access/access.ts'
import {
  type ContentPlace,
  type ContentRefusal,
  decideOpenness,
  decideReadiness,
  explainContentRefusal,
  type Readiness,
} from '../../core/upload-session.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findUpload, type UploadRow } from './queries.ts'

/** @throws `dms.not_found` for a session that is not there, or somebody else's. */
export async function findOwnUpload(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
): Promise<UploadRow> {
  const upload = await findUpload(deps.db, caller.tenantId, uploadId)
  if (upload === undefined || upload.ownerId !== caller.subject) throw problems.not_found()
  return upload
}

/**
 * An agent stores what is new; which version of a document counts is for people (ADR 0042).
 *
 * @throws `auth.user_required` (403)
 */
export function refuseNewVersionByAgent({ agent }: TokenUser, documentId?: string | null): void {
  if (agent !== undefined && typeof documentId === 'string') throw new UserRequired()
}

/** @throws `dms.upload_out_of_order`, `dms.upload_expired` for a session that is over. */
export function requireOpen(deps: Deps, upload: UploadRow): void {
  const openness = decideOpenness(upload, deps.now())
  if (openness.kind !== 'open') throw refuse(deps, openness)
}

/** Why a session cannot be had for this content. */
export const whyNotTaken = (deps: Deps, upload: UploadRow, content: ContentPlace): Problem =>
  refuse(deps, explainContentRefusal(upload, content, deps.now()))

/** @throws what is wrong with a session that cannot be completed. */
export function requireReady(deps: Deps, upload: UploadRow): void {
  const readiness = decideReadiness(upload, deps.now())
  if (readiness.kind !== 'ready') throw refuse(deps, readiness)
}

function refuse(
  { settings }: Deps,
  refusal: ContentRefusal | Exclude<Readiness, { kind: 'ready' }>,
): Problem {
  switch (refusal.kind) {
    case 'expired':
      return problems.upload_expired()
    case 'over':
      return problems.upload_out_of_order({ members: { status: refusal.status } })
    case 'nothing_came':
      return problems.upload_out_of_order({ members: { status: 'INITIATED' } })
    case 'out_of_order':
      return problems.upload_out_of_order()
    case 'wrong_offset':
      return problems.offset_mismatch({
        members: { receivedBytes: refusal.receivedBytes },
        headers: { 'upload-offset': String(refusal.receivedBytes) },
      })
    case 'too_large':
      // The rest of the body is not read.
      return problems.too_large({
        members: { maxBytes: refusal.maxBytes },
        headers: { connection: 'close' },
      })
    case 'busy':
      return problems.upload_busy({
        headers: { 'retry-after': String(settings.senderLeaseSeconds) },
      })
    case 'refused_before':
      return problems[refusal.code]()
    case 'incomplete': {
      const { receivedBytes, sizeBytes } = refusal
      return problems.size_mismatch({ members: { receivedBytes, sizeBytes } })
    }
  }
}
