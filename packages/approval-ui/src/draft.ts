import type { ActionName, Entries } from './actions.ts'
import type { Attachment } from './contract.ts'
import type { PendingComment } from './store.ts'

/** What was written about a task and is not sent: in the form of an action, and as a remark. */
export interface Draft {
  readonly action: ActionName | undefined
  readonly entries: Entries
  readonly remark: string
  readonly files: readonly Attachment[]
}

/** Undefined where nothing is written. A remark that did not get through is not sent, either. */
export function toDraft(
  { action, entries, ...said }: Draft,
  pending: readonly PendingComment[],
): Draft | undefined {
  const failed = pending.filter(({ problem }) => problem !== undefined)
  const remark = [...failed.map(({ text }) => text), said.remark].filter(Boolean).join('\n')
  const files = [...failed.flatMap(({ attachments }) => attachments), ...said.files]
  // A form begins with these.
  const { targets: _, resubmitMode: __, position: ___, ...written } = entries
  const isWritten = Object.keys(written).length > 0
  if (!isWritten && remark === '' && files.length === 0) return undefined
  return { action: isWritten ? action : undefined, entries, remark, files }
}
