import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocument,
  type TokenUser,
} from '../../access/access.ts'
import { openBytes, requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { nameEntries } from '../../core/archive-names.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import { recordDownload } from './record.ts'
import { zipEntries } from './zip.ts'

/**
 * Versions the caller may download, all or none: what is refused is refused before the first byte.
 *
 * @throws `dms.not_found`, `dms.forbidden`, `dms.version_unsafe`, `dms.version_archived`,
 * `dms.content_lost`
 */
export async function openArchive(
  deps: Deps,
  caller: TokenUser,
  versionIds: readonly string[],
): Promise<VersionRow[]> {
  const reader = await readerOf(deps, caller)
  const versions: VersionRow[] = []
  for (const versionId of versionIds) versions.push(await requireVersion(deps, reader, versionId))
  return versions
}

async function requireVersion(deps: Deps, reader: Reader, versionId: string): Promise<VersionRow> {
  const version = await findVersion(deps.db, reader.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  const access = await requireDocument(deps.db, reader, version.documentId, 'download')
  requireActive(access.document)
  requireContent(deps, version, access.rights.has('write'))
  if (version.lostAt !== null) throw problems.content_lost()
  return version
}

/** Sends the versions as one zip, streamed. */
export async function sendArchive(
  deps: Deps,
  reply: FastifyReply,
  caller: TokenUser,
  versions: readonly VersionRow[],
): Promise<FastifyReply> {
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="documents.zip"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const names = nameEntries(versions.map(({ fileName }) => fileName))
  const entries = versions.map((version, index) => ({
    name: names[index] ?? version.id,
    modifiedAt: version.createdAt,
    sizeBytes: version.sizeBytes,
    open: () => openEntry(deps, caller, version.id),
  }))
  return reply.send(await zipEntries(entries))
}

/**
 * An archive is sent for as long as its reader takes: each version is asked about again when its turn comes, and is
 * recorded as a download then.
 *
 * Kept by: services/dms/src/features/versions/history.test.ts "breaks off before a version that may not leave any more"
 */
async function openEntry(deps: Deps, caller: TokenUser, versionId: string): Promise<Readable> {
  try {
    const version = await requireVersion(deps, await readerOf(deps, caller), versionId)
    const stream = await openBytes(deps, version)
    const actor = userActor(caller.subject)
    const meter = recordDownload(deps, version, actor, { by: 'archive' })
    await meter.begin(undefined).catch((error: unknown) => {
      stream.destroy()
      throw error
    })
    return stream
  } catch (error) {
    deps.log.warn({ err: error, versionId }, 'archive broken off')
    throw error
  }
}
