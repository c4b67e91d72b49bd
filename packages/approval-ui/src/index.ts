import { ActionForm } from './action-form.ts'
import { AttachedFile } from './attached-file.ts'
import { AttachmentsField } from './attachments-field.ts'
import { define } from './define.ts'
import { ApprovalPanel } from './panel.ts'

define('approval-attachments', AttachmentsField)
define('approval-attached-file', AttachedFile)
define('approval-action-form', ActionForm)
define('approval-panel', ApprovalPanel)

declare global {
  interface HTMLElementTagNameMap {
    'approval-panel': ApprovalPanel
  }
}

export { ApprovalPanel } from './panel.ts'
export type { Attach, AttachTarget } from './attach.ts'
export type { Transport, TransportFunction } from './api.ts'
export type { Attachment, Person } from './contract.ts'
export type { PanelEventMap } from './events.ts'
export type { Draft } from './draft.ts'
export type { FindPeople } from './people.ts'
export type { Translation } from './text/translation.ts'
