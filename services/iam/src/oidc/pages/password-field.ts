import { markup, type Html } from './html.ts'
import type { Texts } from './texts.ts'

interface Field {
  readonly name: 'password' | 'repeat'
  readonly label: string
  readonly autocomplete: 'current-password' | 'new-password'
  readonly autofocus?: boolean
  /** Id of what is said about it. */
  readonly describedBy?: string | undefined
}

/**
 * A field for a password, with a button that shows it; unseen until the script is there. Browsers cut
 * what is pasted at `maxlength`, in silence: so it is beyond the longest that is taken.
 */
export const passwordField = (
  texts: Texts,
  { name, label, autocomplete, autofocus = false, describedBy }: Field,
): Html => markup`<label for="${name}">${label}</label>
<div class="secret">
<input type="password" id="${name}" name="${name}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" required maxlength="1000"${describedBy === undefined ? undefined : markup` aria-describedby="${describedBy}"`}${autofocus && markup` autofocus`}>
<button type="button" class="show" data-shows="${name}" aria-pressed="false" aria-label="${texts.showPassword}: ${label}" hidden>${texts.showPassword}</button>
</div>`

export const passwordScriptTag = markup`
<script src="/signin/password.js" defer></script>`

/** Shows a password while its button is pressed in. It goes hidden again when the form is sent. */
export const passwordScript = `'use strict'
for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows)
  const show = (shown) => {
    field.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(shown))
  }
  button.hidden = false
  button.addEventListener('click', () => {
    show(field.type === 'password')
    field.focus()
  })
  field.form.addEventListener('submit', () => show(false))
}
`
