import type { Readable } from 'node:stream'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { FastifyReply } from 'fastify'
import { readerOf, requireActive, requireDocument, type TokenUser } from '../../access/access.ts'
import { openBytes, requireContent } from '../../content/content.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { nameEntries } from '../../core/archive-names.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { zipEntries } from './zip.ts'

/**
 * Versions the caller may download, all or none: what is refused is refused before the first byte.
 * Each is recorded as a download.
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
  for (const versionId of versionIds) {
    const version = await findVersion(deps.db, caller.tenantId, versionId)
    if (version === undefined) throw problems.not_found()
    const access = await requireDocument(deps.db, reader, version.documentId, 'download')
    requireActive(access.document)
    requireContent(deps, version, access.rights.has('write'))
    if (version.lostAt !== null) throw problems.content_lost()
    versions.push(version)
  }
  const entries = versions.map(({ id, documentId }) => ({
    action: 'version.downloaded',
    actor: userActor(caller.subject),
    documentId,
    versionId: id,
    detail: { by: 'archive' },
  }))
  await inTransaction(deps.db, (tx) => appendAudit(tx, caller.tenantId, deps.now(), entries))
  return versions
}

/** Sends the versions as one zip, streamed. */
export async function sendArchive(
  deps: Deps,
  reply: FastifyReply,
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
    open: () => openEntry(deps, version),
  }))
  return reply.send(await zipEntries(entries))
}

async function openEntry(deps: Deps, version: VersionRow): Promise<Readable> {
  return openBytes(deps, version).catch((error: unknown) => {
    deps.log.warn({ err: error, versionId: version.id }, 'archive broken off')
    throw error
  })
}
