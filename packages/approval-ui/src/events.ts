import type { ActionName } from './actions.ts'
import type { Attachment, InstanceStatus, TaskStatus } from './contract.ts'

/** The events of the panel and what each carries in `detail`. They bubble through shadow roots. */
export interface PanelEventMap {
  /** An action was carried out; the states are those after it. */
  'approval-decided': {
    readonly action: string
    readonly taskNo: string
    readonly taskStatus: TaskStatus
    readonly instanceId: string
    readonly instanceStatus: InstanceStatus
    /** Of the approval. */
    readonly title: string
    /** What the person may do to the task now, such as `take-back`. */
    readonly allowedActions: readonly string[]
  }
  /** A call was refused or unanswered; with `status` 401 the host renews the token. */
  'approval-error': {
    readonly code: string
    readonly status: number
    readonly title: string
    /** What the person has sent and is not done, an action or a remark; absent where something was read. */
    readonly action?: ActionName | 'comment'
  }
  /** The person wants the detail page; `detailUrl` is a path of the owning application. */
  'approval-open-detail': {
    readonly detailUrl: string
    readonly bizType: string
    readonly bizId: string
    readonly instanceId: string
  }
  /** The person wants an attached document, which the document service serves. */
  'approval-open-attachment': Attachment
}

export function told<K extends keyof PanelEventMap>(
  name: K,
  detail: PanelEventMap[K],
): CustomEvent<PanelEventMap[K]> {
  return new CustomEvent(name, { detail, bubbles: true, composed: true })
}
