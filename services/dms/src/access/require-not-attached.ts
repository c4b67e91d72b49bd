import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../db/schema.ts'
import { problems } from '../problems.ts'
import { findAttachment, holdVersions } from './attachment-queries.ts'

/**
 * For what would take a document from those who decide beside it.
 *
 * @param versionId One version that is in question; without it each of the document.
 * @throws `dms.locked` where it is attached to an approval in which somebody has a task
 */
export async function requireNotAttached(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  versionId?: string,
): Promise<void> {
  await holdVersions(tx, tenantId, documentId)
  const attachment = await findAttachment(tx, tenantId, documentId, versionId)
  if (attachment === undefined) return
  const { instanceId, attachedBy: holder } = attachment
  throw problems.locked({ members: { reason: 'approval', holder, instanceId } })
}
