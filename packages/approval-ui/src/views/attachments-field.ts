import { html, nothing, type TemplateResult } from 'lit'
import type { ChooseAttachments } from '../attachments-field.ts'
import type { Attachment } from '../contract.ts'
import type { Texts } from '../text/texts.ts'

interface AttachmentsFieldView {
  /** Undefined where nothing can be attached. */
  readonly choose: ChooseAttachments | undefined
  readonly texts: Texts
  readonly value: readonly Attachment[]
  readonly set: (files: readonly Attachment[]) => void
  /** Told whether documents are still on their way: what is sent meanwhile would go without them. */
  readonly wait: (isAttaching: boolean) => void
}

/** A field for documents that go along. */
export function renderAttachmentsField(
  given: AttachmentsFieldView,
): TemplateResult | typeof nothing {
  if (given.choose === undefined) return nothing
  return html`<approval-attachments
    .choose=${given.choose}
    .texts=${given.texts}
    .value=${given.value}
    @change=${(event: CustomEvent<readonly Attachment[]>) => given.set(event.detail)}
    @busy=${(event: CustomEvent<boolean>) => given.wait(event.detail)}
  ></approval-attachments>`
}
