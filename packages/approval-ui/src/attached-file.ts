import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { TimelineAttachment } from './contract.ts'
import { formatTime } from './format.ts'
import { asProblem, type ApprovalProblem } from './problem.ts'
import { fill, type Language } from './text/texts.ts'
import { renderRefusal } from './views/states.ts'

const clip = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path
    d="M13.5 7.5l-5.6 5.6a3.4 3.4 0 0 1-4.8-4.8l6-6a2.3 2.3 0 0 1 3.2 3.2l-6 6a1.1 1.1 0 0 1-1.6-1.6l5.4-5.4"
  />
</svg>`

/** A document that was attached, and, for who may, the way to take it away: asked once more, then done. */
export class AttachedFile extends LitElement {
  static override properties = {
    file: { attribute: false },
    language: { attribute: false },
    open: { attribute: false },
    takeAway: { attribute: false },
    asks: { state: true },
    busy: { state: true },
    problem: { state: true },
  }

  declare file: TimelineAttachment
  declare language: Language
  declare open: (file: TimelineAttachment) => void
  /** Rejects with why it is not done. */
  declare takeAway: (file: TimelineAttachment) => Promise<void>
  declare protected asks: boolean
  declare protected busy: boolean
  declare protected problem: ApprovalProblem | undefined

  constructor() {
    super()
    this.asks = false
    this.busy = false
  }

  protected override createRenderRoot(): this {
    return this
  }

  protected override render(): TemplateResult {
    const { file, language } = this
    const { texts } = language
    if (file.removed !== undefined) {
      const { at, by } = file.removed
      const who = fill(texts.takenAway, { name: by.name, time: formatTime(at, language) })
      return html`<span class="meta">${clip} <s>${file.name}</s> <bdi>${who}</bdi></span>`
    }
    return html`<button type="button" part="button" class="quiet" @click=${() => this.open(file)}>
        ${clip} ${file.name}
      </button>
      ${file.mayRemove === true ? (this.asks ? this.#renderQuestion() : this.#renderOffer()) : nothing}`
  }

  #renderOffer(): TemplateResult {
    const { texts } = this.language
    return html`<button
      type="button"
      part="button"
      class="quiet"
      data-take-away
      aria-label="${texts.takeAway}: ${this.file.name}"
      @click=${() => this.#ask(true)}
    >
      ${texts.takeAway}
    </button>`
  }

  #renderQuestion(): TemplateResult {
    const { texts } = this.language
    const question = fill(texts.takeAwayQuestion, { name: this.file.name })
    return html`<div
      role="group"
      aria-label=${question}
      class="note warn"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        // To the page around it would mean the whole task.
        event.stopPropagation()
        void this.#ask(false)
      }}
    >
      <p>${question} ${texts.takeAwayHint}</p>
      ${renderRefusal(texts.notTakenAway, this.problem)}
      <div class="actions">
        <button
          type="button"
          part="button"
          data-confirm
          aria-disabled=${this.busy}
          @click=${this.#confirm}
        >
          ${this.busy ? texts.working : texts.takeAway}
        </button>
        <button type="button" part="button" class="quiet" @click=${() => this.#ask(false)}>
          ${texts.cancel}
        </button>
      </div>
    </div>`
  }

  /** The focus goes along: to the question, and back to where it came from. */
  async #ask(asks: boolean): Promise<void> {
    if (this.busy) return
    this.asks = asks
    this.problem = undefined
    await this.updateComplete
    const next = this.querySelector(asks ? '[data-confirm]' : '[data-take-away]')
    if (next instanceof HTMLElement) next.focus()
  }

  async #confirm(): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.problem = undefined
    try {
      await this.takeAway(this.file)
      this.asks = false
    } catch (error) {
      this.problem = asProblem(error)
    } finally {
      this.busy = false
    }
  }
}
