import type { Readable } from 'node:stream'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { FastifyReply } from 'fastify'
import { readerOf, requireActive, requireDocument, type TokenUser } from '../../access.ts'
import { openBytes, requireContent } from '../../content.ts'
import { nameEntries } from '../../core/archive-names.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { findVersion, type VersionRow } from './queries.ts'

/**
 * Versions the caller may download, all or none: what is refused is refused before the first byte.
 * Each is recorded as a download.
 *
 * @throws `dms.not_found`, `dms.forbidden`, `dms.version_unsafe`, `dms.version_archived`
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

/**
 * Sends the versions as one zip: streamed, one object open at a time, stored as they are (documents are
 * mostly compressed already), with the 64-bit forms where sizes need them. An object that cannot be
 * read to its end breaks the stream off, so that nobody takes half an archive for a whole one.
 */
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
  return reply.send(await streamArchive(deps, versions))
}

async function streamArchive(deps: Deps, versions: readonly VersionRow[]): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // Whoever goes away early leaves no object open.
  output.once('close', () => current?.destroy())

  const names = nameEntries(versions.map(({ fileName }) => fileName))
  for (const [index, version] of versions.entries()) {
    const options = { mtime: version.createdAt, mode: 0o100644, compress: false }
    zip.addReadStreamLazy(names[index] ?? version.id, options, (done) => {
      openBytes(deps, version).then(
        (stream) => {
          current = stream
          if (output.destroyed) stream.destroy()
          stream.on('error', (error) => output.destroy(error))
          done(null, stream)
        },
        (error: Error) => {
          deps.log.warn({ err: error, versionId: version.id }, 'archive broken off')
          output.destroy(error)
        },
      )
    })
  }
  zip.end()
  return output
}
