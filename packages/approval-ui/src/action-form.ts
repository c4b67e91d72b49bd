import { html, LitElement, nothing, type TemplateResult } from 'lit'
import {
  asksComment,
  asksPeople,
  findMissing,
  takesCopies,
  type ActionName,
  type Entries,
  type Kept,
  type Missing,
  type SignPosition,
} from './actions.ts'
import type { ChooseAttachments } from './attachments-field.ts'
import type { ApprovalNode, Field, Person, ResubmitMode, Task } from './contract.ts'
import { findFocused } from './focus.ts'
import { labelOf } from './labels.ts'
import { loadPeopleField, type Loaded } from './load-people-field.ts'
import type { FindPeople } from './people.ts'
import { escapePointer, type Fault } from './problem.ts'
import { fill, textFor, type Language } from './text/texts.ts'
import { renderAttachmentsField } from './views/attachments-field.ts'
import { renderLoadFailure, renderPeopleField } from './views/people-field.ts'
import { renderValueField } from './views/value-field.ts'

const peopleField = 'approval-people-field'
const inputs = 'textarea, input'

/**
 * The form of one action. It lives in the panel's own shadow root, so that the panel's styles and
 * parts hold for it. What was entered stays in `kept`.
 */
export class ActionForm extends LitElement {
  static override properties = {
    action: {},
    task: { attribute: false },
    language: { attribute: false },
    people: { attribute: false },
    added: { attribute: false },
    find: { attribute: false },
    attach: { attribute: false },
    faults: { attribute: false },
    busy: { type: Boolean },
    entries: { state: true },
    missing: { state: true },
    someSteps: { state: true },
    attaching: { state: true },
    field: { state: true },
  }

  declare action: ActionName
  declare task: Task
  declare language: Language
  declare people: readonly Person[]
  declare added: readonly Person[]
  declare find: FindPeople | undefined
  declare attach: ChooseAttachments | undefined
  declare faults: readonly Fault[]
  declare busy: boolean
  declare send: (entries: Entries) => void
  declare close: () => void
  /** Of all forms of the task. */
  declare kept: Kept
  /** Whether it is there again with the task, rather than because somebody has asked for it. */
  declare isBack: boolean
  declare entries: Entries
  declare protected missing: Missing | undefined
  declare protected someSteps: boolean
  declare protected attaching: boolean
  /** Of the code of the field for people; unset while it is on its way, and where none is needed. */
  declare protected field: Loaded | undefined

  constructor() {
    super()
    this.entries = {}
    this.someSteps = this.attaching = false
    this.faults = []
  }

  protected override createRenderRoot(): this {
    return this
  }

  protected override firstUpdated(): void {
    this.#entriesAtStart()
    const needed = this.querySelector(peopleField) !== null
    const loaded = needed ? this.#loadField(false) : undefined
    // Who comes back to the task may be on the way past it by the keyboard.
    if (this.isBack) return
    const first = this.querySelector(`${inputs}, ${peopleField}`)
    // Only what can be focused once it is there is waited for: a remark is written meanwhile.
    void this.#focusAfter(first?.localName === peopleField ? loaded : this.updateComplete)
  }

  async #loadField(again: boolean): Promise<void> {
    this.field = await loadPeopleField(again)
    await this.updateComplete
  }

  /** Takes the focus into the form, unless it has gone elsewhere on the page in the meantime. */
  async #focusAfter(ready: Promise<unknown> | undefined): Promise<void> {
    const before = findFocused()
    await ready
    const focused = findFocused()
    if (focused !== before && focused !== document.body) return
    this.querySelector<HTMLElement>(`${inputs}, ${peopleField}:defined`)?.focus()
  }

  #entriesAtStart(): void {
    const before = this.kept[this.action]
    if (before) {
      const [target] = before.targets ?? []
      this.someSteps = target !== 'initiator' && target !== 'previous'
      return this.#enter(before)
    }
    const [target] = this.task.form.returnTargets
    const [resubmitMode] = this.task.form.resubmitModes
    if (this.action === 'return' && target !== undefined) {
      const steps = target.id !== 'initiator' && target.id !== 'previous'
      this.someSteps = steps
      this.#enter({ targets: steps ? [] : [target.id], ...(resubmitMode && { resubmitMode }) })
    }
    if (this.action === 'add-sign') this.#enter({ position: 'before' })
  }

  #enter(entries: Partial<Entries>): void {
    this.entries = this.kept[this.action] = { ...this.entries, ...entries }
    this.missing = undefined
  }

  protected override render(): TemplateResult {
    const { texts } = this.language
    const hint = textFor(texts.actionHints, this.action)
    const isWaiting = this.busy || this.attaching
    return html`<form
      class="form"
      part="form"
      id="action-form"
      novalidate
      aria-label=${texts.actions[this.action]}
      @submit=${this.#onSubmit}
      @keydown=${this.#onKey}
    >
      ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
      ${
        this.action === 'approve' || this.action === 'reject'
          ? this.task.fields
              .filter(({ access }) => access === 'write')
              .map((field) => this.#renderValue(field))
          : nothing
      }
      ${
        this.action === 'approve'
          ? this.task.form.selections.map((node) => this.#renderSelection(node))
          : nothing
      }
      ${this.action === 'return' ? this.#renderReturn() : nothing}
      ${this.action === 'add-sign' ? this.#renderPosition() : nothing}
      ${asksPeople(this.action) ? this.#renderPeople() : nothing} ${this.#renderComment()}
      ${renderAttachmentsField({
        choose: this.attach,
        texts,
        value: this.entries.attachments ?? [],
        set: (attachments) => this.#enter({ attachments }),
        wait: (isAttaching) => (this.attaching = isAttaching),
      })}
      ${takesCopies(this.action) ? this.#renderCopies() : nothing}
      ${renderLoadFailure(this.field, texts, () => void this.#focusAfter(this.#loadField(true)))}
      <div class="actions">
        <button type="submit" part="button submit" class="primary" aria-disabled=${isWaiting}>
          ${this.attaching ? texts.attaching : this.busy ? texts.working : texts.actions[this.action]}
        </button>
        <button type="button" part="button" @click=${() => this.close()}>${texts.cancel}</button>
      </div>
    </form>`
  }

  #renderValue(field: Field): TemplateResult {
    const { name } = field
    return renderValueField(field, {
      label: labelOf(name, { task: this.task, instance: this.task.instance }, this.language),
      value: this.entries.values?.[name] ?? this.task.instance.variables[name],
      fault: this.#faultAt(`/variables/${name}`),
      people: this.people,
      find: this.find,
      texts: this.language.texts,
      set: (next) => this.#enter({ values: { ...this.entries.values, [name]: next } }),
    })
  }

  /** Whom the next node is given to. Whether it comes at all is known when this one is decided. */
  #renderSelection({ id, name }: ApprovalNode): TemplateResult {
    const { texts } = this.language
    const fault = this.#faultAt(`/selections/${escapePointer(id)}`)
    const required = fault?.code === 'selection_required'
    return renderPeopleField({
      label: fill(texts.decidesNext, { step: name }),
      known: this.people,
      find: this.find,
      multiple: true,
      texts,
      fault: required ? texts.peopleRequired : fault?.detail,
      value: this.entries.selections?.[id] ?? [],
      set: (people) => this.#enter({ selections: { ...this.entries.selections, [id]: people } }),
    })
  }

  #renderReturn(): TemplateResult {
    const { texts } = this.language
    const targets = this.task.form.returnTargets
    const general = targets.filter(({ id }) => id === 'initiator' || id === 'previous')
    const steps = targets.filter((target) => !general.includes(target))
    const chosen = this.entries.targets ?? []
    const missing = this.missing === 'targets'
    const fault = missing ? texts.targetsRequired : this.#faultAt('/returnTo')?.detail
    return html`<fieldset aria-describedby=${fault === undefined ? nothing : 'targets-fault'}>
        <legend>${texts.returnTo}</legend>
        ${general.map(({ id }) =>
          this.#renderRadio(
            'target',
            id === 'initiator' ? texts.initiator : texts.previous,
            !this.someSteps && chosen[0] === id,
            () => this.#chooseTargets([id], false),
          ),
        )}
        ${
          steps.length === 0
            ? nothing
            : this.#renderRadio('target', texts.chosenSteps, this.someSteps, () =>
                this.#chooseTargets(steps.length === 1 && steps[0] ? [steps[0].id] : [], true),
              )
        }
        ${
          this.someSteps
            ? html`<div class="inner" role="group" aria-label=${texts.steps}>
                ${steps.map(
                  ({ id, name }) =>
                    html`<label class="choice"
                      ><input
                        type="checkbox"
                        .checked=${chosen.includes(id)}
                        @change=${() => this.#chooseTargets(toggled(chosen, id), true)}
                      />${name}</label
                    >`,
                )}
              </div>`
            : nothing
        }
        ${
          fault === undefined
            ? nothing
            : html`<p class="fault" id="targets-fault" role="alert">${fault}</p>`
        }
      </fieldset>
      ${this.#renderModes(chosen.length)}`
  }

  #chooseTargets(targets: readonly string[], someSteps: boolean): void {
    this.someSteps = someSteps
    this.#enter({ targets })
  }

  #renderModes(targets: number): TemplateResult | typeof nothing {
    const { texts } = this.language
    const modes = this.task.form.resubmitModes
    if (modes.length === 0 || targets > 1) return nothing
    return html`<fieldset>
      <legend>${texts.resubmit}</legend>
      ${modes.map((mode: ResubmitMode) =>
        this.#renderRadio('mode', texts[mode], this.entries.resubmitMode === mode, () =>
          this.#enter({ resubmitMode: mode }),
        ),
      )}
    </fieldset>`
  }

  #renderPosition(): TemplateResult {
    const { texts } = this.language
    const positions: readonly SignPosition[] = ['before', 'after', 'parallel']
    return html`<fieldset>
      <legend>${texts.position}</legend>
      ${positions.map((position) =>
        this.#renderRadio('position', texts[position], this.entries.position === position, () =>
          this.#enter({ position }),
        ),
      )}
    </fieldset>`
  }

  #renderRadio(name: string, label: string, checked: boolean, choose: () => void): TemplateResult {
    return html`<label class="choice"
      ><input type="radio" name=${name} .checked=${checked} @change=${choose} />${label}</label
    >`
  }

  #renderPeople(): TemplateResult {
    const { texts } = this.language
    const one = this.action === 'transfer' || this.action === 'delegate'
    const fault = this.#faultAt('/to') ?? this.#faultAt('/users')
    return renderPeopleField({
      label: one ? texts.person : texts.people,
      known: this.action === 'remove-sign' ? this.added : this.people,
      find: this.action === 'remove-sign' ? undefined : this.find,
      multiple: !one,
      texts,
      fault: this.missing === 'people' ? texts.peopleRequired : fault?.detail,
      value: this.entries.people ?? [],
      set: (people) => this.#enter({ people }),
    })
  }

  #renderComment(): TemplateResult {
    const { texts } = this.language
    const required = asksComment(this.action, this.task.form)
    const missing = this.missing === 'comment' || this.#faultAt('/comment') !== undefined
    return html`<div>
      <label for="comment"
        >${texts.comment}
        ${required ? nothing : html`<span class="hint">(${texts.optional})</span>`}</label
      >
      <textarea
        id="comment"
        part="input"
        maxlength="4000"
        aria-required=${required}
        aria-invalid=${missing}
        aria-describedby=${missing ? 'comment-fault' : nothing}
        .value=${this.entries.comment ?? ''}
        @input=${(event: Event) => {
          if (!(event.target instanceof HTMLTextAreaElement)) return
          this.#enter({ comment: event.target.value })
        }}
      ></textarea>
      ${
        missing
          ? html`<p class="fault" id="comment-fault" role="alert">${texts.commentRequired}</p>`
          : nothing
      }
    </div>`
  }

  /** Closed at first: few decisions are shown to others. */
  #renderCopies(): TemplateResult {
    const { texts } = this.language
    const fault = this.#faultAt('/cc')
    return html`<details part="copies" ?open=${fault !== undefined}>
      <summary>${texts.copyTo}</summary>
      ${renderPeopleField({
        label: texts.people,
        known: this.people,
        find: this.find,
        multiple: true,
        texts,
        fault: fault?.detail,
        value: this.entries.cc ?? [],
        set: (cc) => this.#enter({ cc }),
      })}
    </details>`
  }

  #faultAt(pointer: string): Fault | undefined {
    return this.faults.find((fault) => `${fault.pointer}/`.startsWith(`${pointer}/`))
  }

  #onSubmit(event: Event): void {
    event.preventDefault()
    if (this.busy || this.attaching) return
    // Half a date or number is no value.
    if (this.querySelector('form')?.reportValidity() === false) return
    this.missing = findMissing(this.action, this.entries, this.task.form)
    if (this.missing === undefined) this.send(this.entries)
    else void this.updateComplete.then(() => this.#focusMissing())
  }

  #focusMissing(): void {
    const places = { comment: 'textarea', people: 'approval-people-field', targets: 'input' }
    const place = this.missing === undefined ? null : this.querySelector(places[this.missing])
    if (place instanceof HTMLElement) place.focus()
  }

  #onKey(event: KeyboardEvent): void {
    // These keys are the input method's then.
    if (event.isComposing) return
    const { key, target } = event
    // To the page around, Escape would mean the whole task.
    if (key === 'Escape') event.stopPropagation()
    else if (key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // A value is told of when its field is left; these keys come before.
    if (target instanceof Element && target.matches('input[part]')) {
      target.dispatchEvent(new Event('change'))
    }
    if (key === 'Enter') this.#onSubmit(event)
    else if (!this.busy) this.close()
  }
}

function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
}
