import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Attachment } from './contract.ts'
import { asProblem, type ApprovalProblem } from './problem.ts'
import type { Texts } from './text/texts.ts'
import { renderRefusal } from './views/states.ts'

/** Lets the person choose documents for what this field belongs to. */
export type ChooseAttachments = () => Promise<readonly Attachment[]>

/**
 * Documents that go along with a remark. The host chooses them; `change` carries the list, `busy` whether
 * some are still on their way: what is sent meanwhile would go without them.
 */
export class AttachmentsField extends LitElement {
  static override properties = {
    choose: { attribute: false },
    texts: { attribute: false },
    value: { attribute: false },
    busy: { state: true },
    problem: { state: true },
  }

  declare choose: ChooseAttachments
  declare texts: Texts
  declare value: readonly Attachment[]
  declare protected busy: boolean
  declare protected problem: ApprovalProblem | undefined

  constructor() {
    super()
    this.busy = false
  }

  protected override createRenderRoot(): this {
    return this
  }

  protected override render(): TemplateResult {
    const { texts } = this
    return html`<div>
      <button
        type="button"
        part="button"
        class="quiet"
        aria-disabled=${this.busy}
        @click=${this.#add}
      >
        ${this.busy ? texts.attaching : html`+ ${texts.attach}`}
      </button>
      ${this.value.length === 0 ? nothing : this.#renderFiles()}
      ${renderRefusal(texts.notAttached, this.problem)}
    </div>`
  }

  #renderFiles(): TemplateResult {
    const { texts } = this
    return html`<ul class="files" aria-label=${texts.attachments}>
      ${this.value.map(
        (one) =>
          html`<li>
            <button
              type="button"
              part="button"
              aria-label="${texts.remove}: ${one.name}"
              @click=${() =>
                this.#tell(
                  'change',
                  this.value.filter((other) => other !== one),
                )}
            >
              ${one.name} ×
            </button>
          </li>`,
      )}
    </ul>`
  }

  async #add(): Promise<void> {
    if (this.busy) return
    this.#tell('busy', (this.busy = true))
    this.problem = undefined
    try {
      const chosen = await this.choose()
      const known = new Set(this.value.map(({ versionId }) => versionId))
      const added = chosen.filter(({ versionId }) => !known.has(versionId))
      if (added.length > 0) this.#tell('change', [...this.value, ...added])
    } catch (error) {
      this.problem = asProblem(error)
    } finally {
      this.#tell('busy', (this.busy = false))
    }
  }

  #tell(name: string, detail: readonly Attachment[] | boolean): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}
