import type { AttachVersionsBody, ReadableVersions } from '@countersign/contracts'
import { Problem } from '@countersign/service-kit/problem'
import { type Reader, readerOf, requireReading } from '../../access/access.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'

/**
 * What of this somebody may attach to an approval, where those who have a task there read it.
 *
 * @returns what they may read, by lists or by a task of theirs, and not as marked pages alone: a task shows it
 *   without the mark. Their functional permission is in their token, which whoever asks has seen.
 */
export async function findReadable(
  deps: Deps,
  tenantId: string,
  { userId, versions }: AttachVersionsBody,
): Promise<ReadableVersions['readable']> {
  // Tokens spell the ids of users in lower case.
  const subject = userId.toLowerCase()
  const reader = await readerOf(deps, { tenantId, subject, permissions: [] })
  const readable = new Map<string, string>()
  for (const asked of versions) {
    const version = await findOne(deps, reader, asked)
    if (version !== undefined) readable.set(version.id, version.sha256.toString('hex'))
  }
  return [...readable].map(([versionId, sha256]) => ({ versionId, sha256 }))
}

async function findOne(
  deps: Deps,
  reader: Reader,
  asked: AttachVersionsBody['versions'][number],
): Promise<VersionRow | undefined> {
  const version = await findVersion(deps.db, reader.tenantId, asked.versionId)
  if (version?.documentId !== asked.documentId.toLowerCase()) return undefined
  try {
    const read = { documentId: version.documentId, versionId: version.id }
    const access = await requireReading(deps.db, reader, read, 'read', deps.now())
    // Those who have a task would not be shown what is in the trash.
    const isThere = access.document.status === 'ACTIVE'
    return access.watermark || !isThere ? undefined : version
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}
