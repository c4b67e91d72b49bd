import type { ActionName, Entries } from './actions.ts'
import type { Attachment } from './contract.ts'
import type { PendingComment } from './store.ts'

/** What was written about a task and is not sent, as far as is known: in the form of an action, and as remarks. */
export interface Draft {
  readonly action: ActionName | undefined
  readonly entries: Entries
  readonly remark: string
  readonly files: readonly Attachment[]
  /** Remarks that are under way, or did not get through. */
  readonly pending: readonly PendingComment[]
}

/** Undefined where nothing is written. */
export function toDraft(draft: Draft): Draft | undefined {
  const { action, entries, remark, files, pending } = draft
  // A form begins with these.
  const { targets: _, resubmitMode: __, position: ___, ...written } = entries
  const isWritten = Object.keys(written).length > 0
  if (!isWritten && remark === '' && files.length + pending.length === 0) return undefined
  return { ...draft, action: isWritten ? action : undefined }
}
