import type { ApprovalPanel } from '@countersign/approval-ui'
import { useEffect } from 'react'

/**
 * Panels that were left, by their tasks. They are kept themselves: what was under way then stands in them until it is
 * known to be sent.
 */
const left = new Map<string, ApprovalPanel>()

/** Gives back what was written about a task and not sent when it was left, for as long as the page is open. */
export function useUnsent(
  panelRef: { readonly current: ApprovalPanel | null },
  taskNo: string | undefined,
): void {
  useEffect(() => {
    const { current: panel } = panelRef
    if (taskNo === undefined || panel === null) return undefined
    const before = left.get(taskNo)
    if (before !== panel) panel.draft = before?.unsent
    left.delete(taskNo)
    return () => {
      for (const [task, { unsent }] of left) if (unsent === undefined) left.delete(task)
      left.set(taskNo, panel)
    }
  }, [panelRef, taskNo])
}
