import { html, nothing, type TemplateResult } from 'lit'
import type { Person } from '../contract.ts'
import type { Loaded } from '../load-people-field.ts'
import { peopleOf, type FindPeople } from '../people.ts'
import type { Texts } from '../text/texts.ts'

interface PeopleFieldView {
  readonly label: string
  readonly known: readonly Person[]
  readonly find: FindPeople | undefined
  readonly multiple: boolean
  readonly texts: Texts
  readonly fault: string | undefined
  readonly value: readonly Person[]
  readonly set: (people: readonly Person[]) => void
}

/** A field for people. Until its code is there, what is wrong with the choice is said in its place. */
export function renderPeopleField(given: PeopleFieldView): TemplateResult {
  const { label, texts, fault = '' } = given
  const isThere = customElements.get('approval-people-field') !== undefined
  return html`<approval-people-field
      .label=${label}
      .known=${given.known}
      .find=${given.find}
      .multiple=${given.multiple}
      .texts=${texts}
      .fault=${fault}
      .value=${given.value}
      @change=${(event: Event) => given.set(peopleOf(event))}
    ></approval-people-field>
    ${
      isThere || fault === ''
        ? nothing
        : html`<p class="fault" role="alert">${label}${texts.colon}${fault}</p>`
    }`
}

/** Says that people cannot be chosen, and what can be done about it. */
export function renderLoadFailure(
  field: Loaded | undefined,
  texts: Texts,
  again: () => void,
): TemplateResult | typeof nothing {
  if (field === undefined || field === 'there') return nothing
  return html`<p class="fault" role="alert">
    ${texts.networkTitle}${
      field === 'lost'
        ? html`${texts.colon}${texts.reloadPage}`
        : html` <button type="button" part="button" class="quiet" @click=${again}>
            ${texts.retry}
          </button>`
    }
  </p>`
}
