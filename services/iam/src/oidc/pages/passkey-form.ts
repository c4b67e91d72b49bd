import { markup, type Html } from './html.ts'
import { hiddenFields, type PageContext } from './page.ts'

/** Part of the pages that may be answered with a passkey; unseen until its script finds support. */
export const passkeyForm = (context: PageContext): Html | undefined =>
  context.passkey === undefined
    ? undefined
    : markup`
<form id="passkey" action="/signin/passkey" method="post" data-request="${context.passkey}" data-or="${context.texts.or}" hidden>
${hiddenFields(context)}
<input type="hidden" name="credential" value="">
<button type="submit" class="plain">${context.texts.usePasskey}</button>
</form>
<script src="/signin/passkey.js" defer></script>`

/** Where nothing else will do; the script takes it away where it finds support. */
export const noPasskeys = ({ texts }: PageContext): Html =>
  markup`<p class="soft" id="no-passkeys">${texts.noPasskeys}</p>`

/**
 * Asks the browser for a passkey, or for a new one, and posts what it answers. A browser that has given
 * one before offers it first; it remembers that it did, and nothing of whose it was.
 */
export const passkeyScript = `'use strict'
const known = 'countersign-passkey'
function isKnown() {
  try {
    return localStorage.getItem(known) !== null
  } catch {
    return false
  }
}
function remember() {
  try {
    localStorage.setItem(known, 'used')
  } catch {
    // Storage can be forbidden; then the password stays first.
  }
}
function putFirst(form) {
  const other = document.querySelector('form:not(#passkey)')
  if (!other) return
  const or = document.createElement('p')
  const word = document.createElement('span')
  or.className = 'or'
  word.textContent = form.dataset.or
  or.append(word)
  other.before(form, or)
  form.querySelector('button').classList.remove('plain')
  other.querySelector('button[type=submit]').classList.add('plain')
  form.querySelector('button').focus()
}
function answerBy(form, ask) {
  document.getElementById('no-passkeys')?.remove()
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      form.elements.namedItem('credential').value = JSON.stringify(await ask())
      remember()
      form.submit()
    } catch (error) {
      if (!['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)) throw error
    }
  })
}
const Credential = window.PublicKeyCredential
const used = document.getElementById('passkey')
if (used && Credential && Credential.parseRequestOptionsFromJSON) {
  answerBy(used, () => navigator.credentials.get({
    publicKey: Credential.parseRequestOptionsFromJSON(JSON.parse(used.dataset.request)),
  }))
  if (isKnown() && document.getElementById('error') === null) putFirst(used)
}
const made = document.getElementById('new-passkey')
if (made && Credential && Credential.parseCreationOptionsFromJSON) {
  answerBy(made, () => navigator.credentials.create({
    publicKey: Credential.parseCreationOptionsFromJSON(JSON.parse(made.dataset.options)),
  }))
}
`
