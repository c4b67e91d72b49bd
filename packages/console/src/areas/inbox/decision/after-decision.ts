import type { PanelEventMap } from '@countersign/approval-ui'
import { bpm, unwrap } from '../../../api/clients.ts'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { showToast } from '../../../shared/toasts/toasts.ts'
import { textOf } from '../../../text/i18n.ts'

export type Decided = PanelEventMap['approval-decided']

const leaving = ['approve', 'reject', 'return', 'resolve', 'transfer', 'delegate'] as const

const findLeaving = ({ action }: Pick<Decided, 'action'>) => leaving.find((one) => one === action)

/** Whether the task waits for the person no more, as far as the action goes. */
export const hasLeft = (decided: Pick<Decided, 'action'>): boolean =>
  findLeaving(decided) !== undefined

/**
 * Says what was done, since the task is out of sight then, and offers to take it back where the
 * service would.
 *
 * @param onUndone The decision was taken back: it waits again, as another task.
 */
export function tellDecided(
  decided: Decided,
  onUndone: (task: { readonly taskNo: string }) => void,
): void {
  const { title, taskNo, allowedActions } = decided
  const action = findLeaving(decided)
  if (action === undefined) return
  const text = textOf(`inbox:decided.${action}`, { title })
  if (!allowedActions.includes('take-back')) return showToast({ tone: 'good', text })
  const run = () => void takeBack(taskNo).then(onUndone, notifyProblem)
  showToast({ tone: 'good', text, action: { label: textOf('inbox:decided.undo'), run } })
}

const takeBack = (taskNo: string) =>
  unwrap(
    bpm.POST('/api/bpm/v1/tasks/{taskNo}/take-back', { params: { path: { taskNo } }, body: {} }),
  )
