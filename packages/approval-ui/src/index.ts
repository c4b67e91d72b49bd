import { ActionForm } from './action-form.ts'
import { AttachmentsField } from './attachments-field.ts'
import { ApprovalPanel } from './panel.ts'
import { PeopleField } from './people-field.ts'

const elements = {
  'approval-people-field': PeopleField,
  'approval-attachments': AttachmentsField,
  'approval-action-form': ActionForm,
  'approval-panel': ApprovalPanel,
}

// A page may load the component twice, as when two of its parts bring their own copy.
for (const [name, element] of Object.entries(elements)) {
  if (customElements.get(name) === undefined) customElements.define(name, element)
}

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
export type { FindPeople } from './people.ts'
export type { Translation } from './text/translation.ts'
