import { html, nothing, type TemplateResult } from 'lit'
import { readValue } from '../actions.ts'
import type { Field, Person } from '../contract.ts'
import type { FindPeople } from '../people.ts'
import type { Fault } from '../problem.ts'
import type { Texts } from '../text/texts.ts'
import { renderPeopleField } from './people-field.ts'

interface ValueField {
  readonly label: string
  readonly value: unknown
  readonly fault: Fault | undefined
  readonly people: readonly Person[]
  readonly find: FindPeople | undefined
  readonly texts: Texts
  readonly set: (value: unknown) => void
}

/** The input for a declared value that may be changed along with a decision. */
export function renderValueField(field: Field, given: ValueField): TemplateResult {
  const { label, value, fault, set } = given
  const id = `field-${field.name}`
  if (field.type === 'user' || field.type === 'users') return renderPeople(field, given)
  if (field.type === 'boolean') {
    return html`<label class="choice"
      ><input
        type="checkbox"
        .checked=${value === true}
        @change=${(event: Event) => set(inputOf(event)?.checked)}
      />${label}</label
    >`
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const dated = field.type === 'date' && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text))
  return html`<div>
    <label for=${id}>${label}</label>
    <input
      id=${id}
      part="input"
      type=${field.type === 'number' ? 'number' : dated ? 'date' : 'text'}
      step=${field.type === 'number' ? 'any' : nothing}
      aria-required=${field.required}
      aria-invalid=${fault === undefined ? 'false' : 'true'}
      aria-describedby=${fault === undefined ? nothing : `${id}-fault`}
      .value=${text}
      @change=${(event: Event) => {
        const input = inputOf(event)
        // Half a date or number reads as nothing: what was there is not taken away by it.
        if (input?.validity.badInput !== true) set(readValue(field, input?.value ?? ''))
      }}
    />
    ${fault === undefined ? nothing : html`<p class="fault" id="${id}-fault">${fault.detail}</p>`}
  </div>`
}

function renderPeople(
  { type }: Field,
  { label, value, fault, people, find, texts, set }: ValueField,
): TemplateResult {
  const ids: readonly unknown[] = Array.isArray(value) ? value : value ? [value] : []
  const chosen = ids.map((id) => {
    const found = people.find((person) => person.id === id)
    return found ?? { id: String(id), name: String(id) }
  })
  return renderPeopleField({
    label,
    known: people,
    find,
    multiple: type === 'users',
    texts,
    fault: fault?.detail,
    value: chosen,
    set: (people) => {
      const next = people.map(({ id }) => id)
      set(type === 'users' ? next : (next[0] ?? null))
    },
  })
}

function inputOf({ target }: Event): HTMLInputElement | undefined {
  return target instanceof HTMLInputElement ? target : undefined
}
