import { html, type TemplateResult } from 'lit'
import type { ChooseAttachments } from '../attachments-field.ts'
import type { Attachment } from '../contract.ts'
import type { Language } from '../text/texts.ts'
import { renderAttachmentsField } from './attachments-field.ts'

interface RemarkForm {
  readonly texts: Language['texts']
  readonly text: string
  readonly files: readonly Attachment[]
  /** Undefined where nothing can be attached. */
  readonly choose: ChooseAttachments | undefined
  readonly isAttaching: boolean
  readonly write: (text: string) => void
  readonly attach: (files: readonly Attachment[]) => void
  readonly wait: (isAttaching: boolean) => void
  readonly send: (event: Event) => void
}

/** A remark that decides nothing. */
export function renderRemarkForm(form: RemarkForm): TemplateResult {
  const { texts, text, files, choose, isAttaching } = form
  return html`<form part="form" @submit=${form.send} aria-label=${texts.addComment}>
    <div>
      <label for="remark">${texts.addComment}</label>
      <textarea
        id="remark"
        part="input"
        maxlength="4000"
        .value=${text}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLTextAreaElement) form.write(event.target.value)
        }}
      ></textarea>
    </div>
    ${renderAttachmentsField({ choose, texts, value: files, set: form.attach, wait: form.wait })}
    <div class="actions">
      <button type="submit" part="button" ?disabled=${isAttaching || text.trim() === ''}>
        ${isAttaching ? texts.attaching : texts.send}
      </button>
    </div>
  </form>`
}
