import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Attachment } from './contract.ts'
import { asProblem, type ApprovalProblem } from './problem.ts'
import type { Texts } from './text/texts.ts'

/** Lets the person choose documents for what this field belongs to. */
export type ChooseAttachments = () => Promise<readonly Attachment[]>

/** Documents that go along with a remark. The host chooses them; `change` carries the list. */
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
    const { texts, problem } = this
    return html`<div>
      <button
        type="button"
        part="button"
        class="quiet"
        aria-disabled=${this.busy ? 'true' : 'false'}
        @click=${this.#add}
      >
        ${this.busy ? texts.attaching : html`+ ${texts.attach}`}
      </button>
      ${this.value.length === 0 ? nothing : this.#renderFiles()}
      ${
        problem === undefined
          ? nothing
          : html`<p class="fault" role="alert">
              ${texts.notAttached}: ${problem.message} <span class="code">${problem.code}</span>
            </p>`
      }
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
              @click=${() => this.#tell(this.value.filter((other) => other !== one))}
            >
              ${one.name} ×
            </button>
          </li>`,
      )}
    </ul>`
  }

  async #add(): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = undefined
    try {
      const chosen = await this.choose()
      const known = new Set(this.value.map(({ versionId }) => versionId))
      const added = chosen.filter(({ versionId }) => !known.has(versionId))
      if (added.length > 0) this.#tell([...this.value, ...added])
    } catch (error) {
      this.problem = asProblem(error)
    } finally {
      this.busy = false
    }
  }

  #tell(value: readonly Attachment[]): void {
    this.dispatchEvent(new CustomEvent('change', { detail: value }))
  }
}
