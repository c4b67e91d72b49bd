import { readIdempotency } from '@countersign/service-kit/idempotency'
import type { FastifyRequest } from 'fastify'
import type { TokenUser } from '../../../access/access.ts'
import type { Deps } from '../../../deps.ts'
import { beginOnce, type Begun } from './begin-once.ts'
import {
  fieldOf,
  hasContent,
  readChecksum,
  readComplete,
  readContentDigest,
  readDraftLength,
  readDraftUpload,
  readTusUpload,
  refuseFields,
  required,
  requireTusBytes,
  type UploadQuery,
} from './fields.ts'

/** Begins an upload as a request of tus wants it (creation). */
export async function beginByTus(
  deps: Deps,
  caller: TokenUser,
  request: FastifyRequest,
  query: UploadQuery,
): Promise<Begun> {
  // A part of a concatenation would become a document of its own; an unknown length has no quota.
  refuseFields(request, ['upload-concat', 'upload-defer-length'])
  // What is wrong with first bytes begins nothing.
  if (hasContent(request)) requireTusBytes(request)
  readChecksum(request)
  const body = readTusUpload(request, query)
  const clientMetadata = fieldOf(request, 'upload-metadata')
  const key = readIdempotency(request, undefined, ['tus', query, body, clientMetadata ?? null])
  return beginOnce(deps, caller, body, { clientMetadata, key })
}

/** Begins an upload as a request of the draft wants it (section 4.2). */
export async function beginByDraft(
  deps: Deps,
  caller: TokenUser,
  request: FastifyRequest,
  query: UploadQuery,
): Promise<Begun> {
  const isLast = required(readComplete(request), 'upload-complete')
  const sizeBytes = required(readDraftLength(request, isLast, 0), 'upload-length')
  readContentDigest(request)
  const body = readDraftUpload(request, query, sizeBytes)
  const key = readIdempotency(request, undefined, ['draft', query, body])
  return beginOnce(deps, caller, body, { key })
}
