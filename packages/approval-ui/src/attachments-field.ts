import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Attachment } from './contract.ts'
import type { Texts } from './text/texts.ts'

/** Documents that go along with a remark. The host chooses them; `change` carries the list. */
export class AttachmentsField extends LitElement {
  static override properties = {
    attach: { attribute: false },
    texts: { attribute: false },
    value: { attribute: false },
  }

  declare attach: () => Promise<readonly Attachment[]>
  declare texts: Texts
  declare value: readonly Attachment[]

  protected override createRenderRoot(): this {
    return this
  }

  protected override render(): TemplateResult {
    const { texts } = this
    return html`<div>
      <button type="button" part="button" class="quiet" @click=${this.#choose}>
        + ${texts.attach}
      </button>
      ${
        this.value.length === 0
          ? nothing
          : html`<ul class="files" aria-label=${texts.attachments}>
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
    </div>`
  }

  async #choose(): Promise<void> {
    // The host reports a failed upload where it happens; nothing is attached then.
    const chosen = await this.attach().catch(() => [])
    if (chosen.length > 0) this.#tell([...this.value, ...chosen])
  }

  #tell(value: readonly Attachment[]): void {
    this.dispatchEvent(new CustomEvent('change', { detail: value }))
  }
}
