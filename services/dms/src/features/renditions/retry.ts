import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireDocumentForChange,
  requireReading,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { RenditionKind } from '../../db/rendition-tables.ts'
import type { Deps } from '../../deps.ts'
import { findRenditions, type RenditionState } from '../../preview/queries.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { requeueJob } from './queries.ts'
import type { RenditionsView } from './schema.ts'

const KINDS = ['preview', 'thumbnail', 'text'] as const satisfies readonly RenditionKind[]

/** What has been made of a version. Why something failed is for those who may write. */
export async function readRenditions(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
): Promise<RenditionsView> {
  const { tenantId } = caller
  const version = await findVersion(deps.db, tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  const reader = await readerOf(deps, caller)
  const asked = { documentId: version.documentId, versionId: version.id }
  const { rights } = await requireReading(deps.db, reader, asked, 'read', deps.now())
  const state = await findRenditions(deps.db, tenantId, version.objectId)
  return viewRenditions(state, rights.has('write'))
}

/** Has them made again, for instance with tools that can now do what they could not. */
export async function retryRenditions(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<RenditionsView>> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const version = await findVersion(tx, tenantId, versionId)
      if (version === undefined) throw problems.not_found()
      const { documentId, objectId } = version
      await requireDocumentForChange(tx, reader, documentId, 'write')
      await requeueJob(tx, tenantId, objectId)
      const actor = userActor(subject)
      await appendAudit(tx, tenantId, deps.now(), [
        { action: 'version.renditions_requested', actor, documentId, versionId },
      ])
      const state = await findRenditions(tx, tenantId, objectId)
      return { status: 202, body: viewRenditions(state, true) }
    }),
  )
}

function viewRenditions(
  { isDone, renditions }: RenditionState,
  showsReasons: boolean,
): RenditionsView {
  const items = KINDS.map((kind) => {
    const found = renditions.find((each) => each.kind === kind)
    if (!isDone) return { kind, status: 'PENDING' as const }
    if (found === undefined) return { kind, status: 'UNSUPPORTED' as const }
    const { status, contentType, pageCount, reason } = found
    return {
      kind,
      status,
      ...(contentType === null ? {} : { contentType }),
      ...(pageCount === null ? {} : { pageCount }),
      ...(reason === null || !showsReasons ? {} : { reason }),
    }
  })
  return { items }
}
