import { markup, toDocument } from './html.ts'
import { passkeyForm } from './passkey-form.ts'
import { hiddenFields, type PageContext } from './page.ts'

/** Asks for the second factor of who typed the right password. */
export function mfaPage(context: PageContext, error?: string): string {
  const { texts, language } = context
  const described = error === undefined ? undefined : markup` aria-describedby="error"`
  const body = markup`
<p class="soft">${texts.codeWhy}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/signin/mfa">
${hiddenFields(context)}
<label for="code">${texts.code}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus${described}>
<button type="submit">${texts.signIn}</button>
<button type="submit" name="decision" value="restart" class="plain" formnovalidate>${texts.otherAccount}</button>
</form>${passkeyForm(context)}`
  return toDocument({ language, title: texts.secondFactor, body, brand: context.brand })
}
