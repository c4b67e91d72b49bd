import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireReading,
  requireSeesContent,
  type TokenUser,
} from '../../access/access.ts'
import { openVersion } from '../../preview/open-version.ts'
import { requireContent } from '../../content/content.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { showPreview } from '../../preview/preview.ts'
import type { Shown } from '../../preview/shown.ts'
import { makeWatermark } from '../../preview/watermark.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import type { OpenedContent, ShownRequest } from './read.ts'
import { recordDownload, recordShown } from './record.ts'

const LIFETIME_SECONDS = 300
const USE = 'address'

export type Purpose = 'download' | 'preview'

/**
 * An address that needs no token, for five minutes, one version and one purpose. Only its end is
 * kept for a repeat: the address is made again from it, and is the same.
 */
export async function makeAddress(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  purpose: Purpose,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ url: string; expiresAt: string }>> {
  const right = purpose === 'download' ? 'download' : 'read'
  const opened = await openVersion(deps, caller, versionId, right)
  const { version, mayWrite } = opened
  requireSeesContent(opened)
  requireContent(deps, version, mayWrite)
  const answer = await inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const end = new Date(deps.now().getTime() + LIFETIME_SECONDS * 1000)
      return { status: 200, body: { expiresAt: end.toISOString() } }
    }),
  )
  const { expiresAt } = answer.body
  const payload = { t: caller.tenantId, v: versionId, p: purpose, u: caller.subject }
  const token = deps.signedTokens.sign(USE, payload, new Date(expiresAt))
  const base = deps.settings.publicUrl.replace(/\/+$/, '')
  return { ...answer, body: { url: `${base}/api/dms/temporary/${token}`, expiresAt } }
}

/**
 * What a temporary address stands for. Whoever made it, access lists and tasks are asked for again, so that an
 * account that ends, and a right that is taken away, end the addresses made with it.
 *
 * @throws `dms.not_found` for a forged one and where whoever made it may read nothing any more, `dms.address_expired` (410) for an old one,
 * `dms.preview_unavailable` (409).
 */
export async function openAddress(
  deps: Deps,
  token: string,
  { page, isHead }: Pick<ShownRequest, 'page' | 'isHead'>,
): Promise<OpenedContent | { shown: Shown }> {
  const result = deps.signedTokens.verify(USE, token, deps.now())
  if (!result.valid) {
    throw result.reason === 'expired' ? problems.address_expired() : problems.not_found()
  }
  const { t, v, p, u } = result.payload as { t: string; v: string; p: Purpose; u: string }
  const version = await findVersion(deps.db, t, v)
  if (version === undefined || !(await mayRead(deps, t, u))) throw problems.not_found()
  const reader = await readerOf(deps, { tenantId: t, subject: u, permissions: [] })
  const right = p === 'download' ? 'download' : 'read'
  const asked = { documentId: version.documentId, versionId: version.id }
  const access = await requireReading(deps.db, reader, asked, right, deps.now())
  requireActive(access.document)
  requireContent(deps, version, access.rights.has('write'))
  const watermark = access.watermark ? await makeWatermark(deps, reader) : undefined
  if (p === 'download') {
    return { version, meter: recordDownload(deps, version, userActor(u), { by: 'address' }) }
  }
  const mayHaveFile = access.rights.has('download')
  const shown = await showPreview(deps, version, { page, watermark, mayHaveFile })
  if (isHead) return { shown }
  const detail = {
    by: 'address',
    ...(page === undefined ? {} : { page }),
    ...(watermark === undefined ? {} : { watermark: true }),
  }
  await recordShown(deps, { version, byTask: access.byTask }, u, detail)
  return { shown }
}

async function mayRead({ directory }: Deps, tenantId: string, userId: string): Promise<boolean> {
  const standing = (await directory.findStandings(tenantId, [userId], [])).get(userId)
  return standing?.isActive === true && standing.permissions.has('dms:document:read')
}
