import type { FastifyRequest } from 'fastify'
import type { TokenUser } from '../../../access/access.ts'
import { CHECKSUM_ALGORITHMS } from '../../../core/upload-fields.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { UploadRow } from '../queries.ts'
import { readBytes } from '../receiving/read-bytes.ts'
import { findOwnUpload } from '../session.ts'
import { type Answered, resultFields } from './answer.ts'
import { hasContent, readChecksum, readOffset, required, requireTusBytes } from './fields.ts'
import { appendBytes, findSettled, finishUpload, isPassing } from './sessions.ts'

/** The version of tus that is spoken. */
export const TUS_VERSION = '1.0.0'

/** What of tus is offered (https://tus.io/protocols/resumable-upload, sections Core and extensions). */
export const tusOffer = ({ settings }: Deps): Readonly<Record<string, string>> => ({
  'tus-resumable': TUS_VERSION,
  'tus-version': TUS_VERSION,
  'tus-max-size': String(settings.maxUploadBytes),
  'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
  'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
})

/** Takes what came with the creation of an upload, which may be nothing; a repeated one adds to no bytes. */
export async function takeFirstByTus(
  deps: Deps,
  caller: TokenUser,
  id: string,
  request: FastifyRequest,
): Promise<Answered> {
  const begun = await findSettled(deps, caller, id)
  const content = { ...readBytes(request), offset: 0, checksum: readChecksum(request) }
  const takes = hasContent(request) && begun.receivedBytes === 0
  const upload = takes ? await appendBytes(deps, caller, begun, content) : begun
  const settled = await finishIfWhole(deps, caller, upload)
  return { status: 201, headers: standOf(settled) }
}

/** Where an upload stands. One whose bytes are all there is made a version first: to a client of tus it is complete. */
export async function lookByTus(deps: Deps, caller: TokenUser, id: string): Promise<Answered> {
  // Clients begin anew after any refusal here but 423, also one that will be over in a moment.
  const upload = await settleByTus(deps, caller, id).catch((error: unknown) => {
    if (!isPassing(error)) throw error
    throw problems.upload_completing({ cause: error, headers: { 'retry-after': '5' } })
  })
  const { sizeBytes, clientMetadata } = upload
  const headers = { 'upload-length': String(sizeBytes), ...standOf(upload) }
  if (clientMetadata === null) return { status: 200, headers }
  return { status: 200, headers: { ...headers, 'upload-metadata': clientMetadata } }
}

const settleByTus = async (deps: Deps, caller: TokenUser, id: string): Promise<UploadRow> =>
  finishIfWhole(deps, caller, await findSettled(deps, caller, id))

/** Takes the next bytes; the last ones end with a version. */
export async function appendByTus(
  deps: Deps,
  caller: TokenUser,
  id: string,
  request: FastifyRequest,
): Promise<Answered> {
  const before = await findOwnUpload(deps, caller, id)
  requireTusBytes(request)
  const offset = required(readOffset(request), 'upload-offset')
  const checksum = readChecksum(request)
  const content = { ...readBytes(request), offset, checksum }
  const upload = await appendBytes(deps, caller, before, content)
  return { status: 204, headers: standOf(await finishIfWhole(deps, caller, upload)) }
}

async function finishIfWhole(deps: Deps, caller: TokenUser, upload: UploadRow): Promise<UploadRow> {
  if (upload.receivedBytes < upload.sizeBytes || upload.answer !== null) return upload
  const answer = await finishUpload(deps, caller, upload)
  return { ...upload, answer }
}

function standOf(upload: UploadRow): Record<string, string> {
  const { receivedBytes, answer, expiresAt } = upload
  const offset = { 'upload-offset': String(receivedBytes) }
  if (answer !== null) return { ...offset, ...resultFields(answer) }
  return { ...offset, 'upload-expires': expiresAt.toUTCString() }
}
