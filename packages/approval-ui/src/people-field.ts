import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Person } from './contract.ts'
import { define } from './define.ts'
import { matchPeople, type FindPeople } from './people.ts'
import { controls, tokens } from './styles.ts'
import type { Texts } from './text/texts.ts'

const searchDelayMs = 200

/**
 * A field to choose people by name: a combobox whose list holds whom the approval names, and whom
 * the host's directory finds. Sends `change` when the choice changed. The form of an action loads it.
 */
export class PeopleField extends LitElement {
  static override properties = {
    label: {},
    known: { attribute: false },
    find: { attribute: false },
    multiple: { type: Boolean },
    texts: { attribute: false },
    fault: {},
    value: { attribute: false },
    found: { state: true },
    open: { state: true },
    active: { state: true },
  }

  static override styles = [
    tokens,
    controls,
    css`
      :host {
        display: block;
        position: relative;
      }
      ul {
        margin: 0 0 6px;
        padding: 0;
        list-style: none;
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .chip {
        display: flex;
        align-items: center;
        gap: 2px;
        padding-left: 12px;
        border: 1px solid var(--_border);
        border-radius: 99px;
        background: var(--_surface);
      }
      .chip button {
        border: 0;
        background: none;
        min-height: 32px;
        padding: 0 10px;
        border-radius: 99px;
      }
      [role='listbox'] {
        position: absolute;
        z-index: 2;
        left: 0;
        right: 0;
        max-height: 240px;
        overflow: auto;
        margin-top: 2px;
        padding: 4px;
        background: var(--_surface);
        border: 1px solid var(--_field);
        border-radius: calc(var(--_radius) * 0.8);
        box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);
      }
      [role='option'] {
        padding: 8px 10px;
        border-radius: 6px;
        cursor: pointer;
      }
      [role='option'][aria-selected='true'] {
        background: var(--_accent);
        color: var(--_on-accent);
      }
    `,
  ]

  declare label: string
  declare known: readonly Person[]
  declare find: FindPeople | undefined
  declare multiple: boolean
  declare texts: Texts
  declare fault: string
  declare value: readonly Person[]
  declare protected found: readonly Person[]
  declare protected open: boolean
  declare protected active: number
  #query = ''
  /** What `found` answers: for anything else it is no answer. */
  #answered = ''
  #search: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.label = ''
    this.known = []
    this.multiple = false
    this.fault = ''
    this.value = []
    this.found = []
    this.open = false
    this.active = 0
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#search?.abort()
  }

  override focus(): void {
    // Asked for as soon as the code is there, which is before the first rendering.
    void this.updateComplete.then(() => this.renderRoot.querySelector('input')?.focus())
  }

  get #isAnswered(): boolean {
    return this.#query.trim() === this.#answered
  }

  get #options(): readonly Person[] {
    const found = this.#isAnswered ? this.found : []
    const all = new Map([...this.known, ...found].map((person) => [person.id, person]))
    const matching = matchPeople([...all.values()], this.#query, this.value)
    // The directory may match by more than the name.
    const others = matchPeople(found, '', [...this.value, ...matching])
    return [...matching, ...others].slice(0, 50)
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('active')) {
      this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    }
  }

  protected override render(): TemplateResult {
    const full = !this.multiple && this.value.length > 0
    return html`
      <label for="input">${this.label}</label>
      ${this.value.length === 0 ? nothing : this.#renderChosen()}
      <div ?hidden=${full}>${this.#renderInput()}</div>
      ${this.open && !full ? this.#renderList() : nothing}
      ${
        this.fault === ''
          ? nothing
          : html`<p class="fault" id="fault" role="alert">${this.fault}</p>`
      }
    `
  }

  #renderChosen(): TemplateResult {
    return html`<ul>
      ${this.value.map(
        (person) =>
          html`<li class="chip">
            ${person.name}<button
              type="button"
              aria-label="${this.texts.remove}: ${person.name}"
              @click=${() => this.#remove(person)}
            >
              ×
            </button>
          </li>`,
      )}
    </ul>`
  }

  #renderInput(): TemplateResult {
    const shown = this.open && this.#options.length > 0
    return html`<input
      id="input"
      role="combobox"
      autocomplete="off"
      aria-autocomplete="list"
      aria-expanded=${shown ? 'true' : 'false'}
      aria-controls=${shown ? 'list' : nothing}
      aria-activedescendant=${shown ? `option-${this.active}` : nothing}
      aria-invalid=${this.fault === '' ? 'false' : 'true'}
      aria-describedby=${this.fault === '' ? nothing : 'fault'}
      placeholder=${this.texts.findPerson}
      .value=${this.#query}
      @input=${this.#onInput}
      @click=${() => this.#show()}
      @blur=${() => (this.open = false)}
      @keydown=${this.#onKey}
    />`
  }

  #renderList(): TemplateResult | typeof nothing {
    const options = this.#options
    if (options.length === 0) {
      const isLooking = this.find !== undefined && !this.#isAnswered
      if (this.#query === '' || isLooking) return nothing
      return html`<p role="status">${this.texts.noPerson}</p>`
    }
    return html`<div role="listbox" id="list" aria-label=${this.label}>
      ${options.map(
        (person, index) =>
          html`<div
            role="option"
            id="option-${index}"
            aria-selected=${index === this.active ? 'true' : 'false'}
            @mousedown=${(event: Event) => {
              event.preventDefault()
              this.#choose(person)
            }}
          >
            ${person.name}
          </div>`,
      )}
    </div>`
  }

  #show(): void {
    this.active = 0
    this.open = true
  }

  #onInput(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return
    this.#query = event.target.value
    this.#show()
    this.requestUpdate()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#searchFor(this.#query), searchDelayMs)
  }

  async #searchFor(query: string): Promise<void> {
    this.#search?.abort()
    if (this.find === undefined || query.trim() === '') return
    const search = (this.#search = new AbortController())
    // The people already known remain to choose from when the host's directory fails.
    const found = await this.find(query.trim(), search.signal).catch(() => [])
    if (search.signal.aborted) return
    this.#answered = query.trim()
    this.found = found
  }

  #onKey(event: KeyboardEvent): void {
    // These keys are the input method's then.
    if (event.isComposing) return
    const count = this.#options.length
    const person = this.#options[this.active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!this.open) this.#show()
      else if (count > 0) {
        this.active = (this.active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count
      }
    } else if (event.key === 'Enter') {
      // Enter chooses; it must not send the form around the field.
      event.preventDefault()
      if (this.open && person !== undefined) this.#choose(person)
    } else if (event.key === 'Escape' && this.open) {
      event.stopPropagation()
      this.open = false
    }
  }

  #choose(person: Person): void {
    this.#set([...this.value, person])
    if (this.multiple) return
    this.open = false
    // The input is hidden now; the focus stays with what was chosen.
    void this.updateComplete.then(() => this.renderRoot.querySelector('button')?.focus())
  }

  #remove({ id }: Person): void {
    this.#set(this.value.filter((one) => one.id !== id))
    this.focus()
  }

  #set(value: readonly Person[]): void {
    this.value = value
    this.#query = ''
    this.active = 0
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

define('approval-people-field', PeopleField)
