import { markup, toDocument } from './html.ts'
import { noPasskeys, passkeyForm } from './passkey-form.ts'
import { hiddenFields, type PageContext } from './page.ts'

/**
 * Asks for the second factor: of who has just typed the right password, or of who is signed in by
 * one factor, where that is not enough.
 */
export function mfaPage(
  context: PageContext,
  options: {
    readonly error?: string | undefined
    readonly signedIn?: boolean
    readonly passkeyOnly?: boolean
  } = {},
): string {
  const { texts, language } = context
  const { error, signedIn = false, passkeyOnly = false } = options
  const why = passkeyOnly ? texts.passkeyWhy : texts.codeWhy
  const body = markup`
${signedIn ? markup`<p>${texts.factorWhy(context.client ?? '')}</p>` : undefined}
<p class="soft">${why}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
${passkeyOnly ? noPasskeys(context) : codeForm(context, { signedIn, hasError: error !== undefined })}${passkeyForm(context)}`
  const { brand, here } = context
  return toDocument({ language, title: texts.secondFactor, body, brand, here })
}

function codeForm(
  context: PageContext,
  { signedIn, hasError }: { readonly signedIn: boolean; readonly hasError: boolean },
) {
  const { texts } = context
  const described = hasError ? markup` aria-describedby="error"` : undefined
  return markup`<form method="post" action="${signedIn ? '/signin/factor' : '/signin/mfa'}">
${hiddenFields(context)}
<label for="code">${texts.code}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus${described}>
<button type="submit">${signedIn ? texts.confirm : texts.signIn}</button>
${signedIn ? undefined : markup`<button type="submit" name="decision" value="restart" class="plain" formnovalidate>${texts.otherAccount}</button>`}
</form>`
}
