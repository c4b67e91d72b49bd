import { markup, type Html } from './html.ts'
import { hiddenFields, type PageContext } from './page.ts'

/** Part of the pages that may be answered with a passkey; unseen until its script finds support. */
export const passkeyForm = (context: PageContext): Html | undefined =>
  context.passkey === undefined
    ? undefined
    : markup`
<form id="passkey" action="/signin/passkey" method="post" data-request="${context.passkey}" hidden>
${hiddenFields(context)}
<input type="hidden" name="credential" value="">
<button type="submit" class="plain">${context.texts.usePasskey}</button>
</form>
<script src="/signin/passkey.js" defer></script>`

/** Asks the browser for a passkey and posts what it answers. The only script of the pages. */
export const passkeyScript = `'use strict'
const form = document.getElementById('passkey')
if (form && window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.request))
    try {
      const credential = await navigator.credentials.get({ publicKey })
      form.elements.namedItem('credential').value = JSON.stringify(credential)
      form.submit()
    } catch (error) {
      if (error.name !== 'NotAllowedError' && error.name !== 'AbortError') throw error
    }
  })
}
`
