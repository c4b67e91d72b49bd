import type { Language } from '@countersign/service-kit/language'
import type { Brand } from './brand.ts'
import { markup, toDocument } from './html.ts'
import { hiddenFields, type PageContext } from './page.ts'
import { passwordField, passwordScriptTag } from './password-field.ts'
import { paths } from '../settings.ts'
import type { Texts } from './texts.ts'

/** Asks who it is that cannot sign in. */
export function forgotPage(context: PageContext, username: string, error?: string): string {
  const { texts, language, brand, here, flow } = context
  const body = markup`
<p class="soft">${texts.forgotWhy}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="${paths.forgot}">
${hiddenFields(context)}
<label for="username">${texts.usernameOrAddress}</label>
<input type="text" id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200" autofocus${error === undefined ? undefined : markup` aria-describedby="error"`}>
<button type="submit">${texts.sendLink}</button>
</form>
${backToSignIn(texts, flow)}`
  return toDocument({ language, title: texts.forgotTitle, body, brand, here })
}

/** The same whatever was typed. */
export function askedPage({ texts, language, brand, here, flow }: PageContext): string {
  const body = markup`
<p>${texts.askedWhy}</p>
<p class="soft">${texts.askedElse}</p>
${backToSignIn(texts, flow)}`
  return toDocument({ language, title: texts.askedTitle, body, brand, here })
}

const backToSignIn = (texts: Texts, flow: string) =>
  markup`<p class="back"><a href="${paths.signIn}?flow=${encodeURIComponent(flow)}">${texts.backToSignIn}</a></p>`

/** A page that is reached by a link in a mail, outside of any sign-in. */
export interface LinkContext {
  readonly language: Language
  readonly texts: Texts
  readonly brand: Brand | undefined
  readonly here: string
  readonly token: string
}

/** Asks for the new password of the account that a link leads to. */
export function resetPage(
  { language, texts, brand, here, token }: LinkContext,
  username: string,
  error?: string,
): string {
  const describedBy = error === undefined ? undefined : 'error'
  const body = markup`
<p class="soft">${texts.resetWhy(username)}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="${paths.reset}">
<input type="hidden" name="token" value="${token}">
<input type="text" name="username" value="${username}" autocomplete="username" readonly hidden>
${passwordField(texts, { name: 'password', label: texts.newPassword, autocomplete: 'new-password', autofocus: true, describedBy })}
${passwordField(texts, { name: 'repeat', label: texts.repeat, autocomplete: 'new-password' })}
<button type="submit">${texts.save}</button>
</form>${passwordScriptTag}`
  return toDocument({ language, title: texts.newPassword, body, brand, here })
}

/** Something is done or over, and where to go on from there. */
export function endPage(
  { language, texts, brand }: Pick<LinkContext, 'language' | 'texts' | 'brand'>,
  page: { readonly title: string; readonly message: string; readonly next: string },
): string {
  const body = markup`<p>${page.message}</p>
<a class="button" href="${page.next}">${texts.signIn}</a>`
  return toDocument({ language, title: page.title, body, brand })
}
