// Kept by: services/dms/src/features/attachments/attached.test.ts "of what is told at once the latest holds"
import type { AttachmentReaders } from '@countersign/contracts'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import {
  advanceApproval,
  type AttachedVersion,
  insertAttached,
  listAttached,
  listReaders,
  removeAttached,
  setAttachmentReaders,
} from './queries.ts'

/**
 * Has those read what is attached to an approval who have a task there now, and nobody else by it. It is the whole
 * state under its number: what comes twice, or after a later one, changes nothing.
 */
export async function grantAttached(
  deps: Deps,
  approval: { readonly tenantId: string; readonly instanceId: string },
  { number, versions, removed, tasks }: AttachmentReaders,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await advanceApproval(tx, approval, number))) return
    const at = deps.now()
    const before = await listReaders(tx, approval)
    const had = await listAttached(tx, approval)
    // Readers before versions, in the order in which whoever reads locks them.
    const holders = tasks.flatMap(({ taskNo, nodeName, holders: ids }) =>
      [...new Set(ids.map((id) => id.toLowerCase()))].map((userId) => ({
        userId,
        taskNo,
        nodeName,
      })),
    )
    await setAttachmentReaders(tx, approval, holders, at)
    await insertAttached(tx, approval, versions, at)
    await removeAttached(tx, approval, { standing: versions, removed }, at)
    const has = await listAttached(tx, approval)
    const after = new Set(holders.map(({ userId }) => userId))
    const told = { ...approval, number }
    await appendAudit(
      tx,
      approval.tenantId,
      at,
      toEntries(told, { had, has, before, after, removed }),
    )
  })
}

interface Change {
  readonly had: readonly AttachedVersion[]
  readonly has: readonly AttachedVersion[]
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
  readonly removed: AttachmentReaders['removed']
}

/** For each document who may read of it since, and who no longer may. */
function toEntries(
  { instanceId, number }: { readonly instanceId: string; readonly number: number },
  { had, has, before, after, removed }: Change,
): AuditEntry[] {
  const detail = { instanceId, number }
  const service = { kind: 'service', id: 'bpm' } as const
  const [hadIds, hasIds] = [idsOf(had), idsOf(has)]
  const removers = new Map(removed.map(({ versionId, removedBy }) => [versionId, removedBy]))
  const attached = has.filter(({ versionId }) => !hadIds.has(versionId))
  const gone = had.filter(({ versionId }) => !hasIds.has(versionId))
  const stays = new Set(
    has.filter(({ versionId }) => hadIds.has(versionId)).map(({ documentId }) => documentId),
  )
  const granted = [...after].filter((id) => !before.has(id)).toSorted()
  const withdrawn = [...before].filter((id) => !after.has(id)).toSorted()
  const changes = [
    ['approval.reading_granted', granted],
    ['approval.reading_withdrawn', withdrawn],
  ] as const
  return [
    ...attached.map(({ documentId, versionId, attachedBy }) => ({
      action: 'version.attached',
      actor: userActor(attachedBy),
      documentId,
      versionId,
      detail: { ...detail, users: [...after].toSorted() },
    })),
    ...gone.map(({ documentId, versionId }) => ({
      action: 'version.detached',
      actor: service,
      documentId,
      versionId,
      detail: { ...detail, by: removers.get(versionId), users: [...before].toSorted() },
    })),
    ...changes.flatMap(([action, users]) =>
      users.length === 0
        ? []
        : [...stays].map((documentId) => ({
            action,
            actor: service,
            documentId,
            detail: { ...detail, users },
          })),
    ),
  ]
}

const idsOf = (versions: readonly AttachedVersion[]): ReadonlySet<string> =>
  new Set(versions.map(({ versionId }) => versionId))
