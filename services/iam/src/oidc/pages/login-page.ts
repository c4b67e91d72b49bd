import { markup, toDocument, type Html } from './html.ts'
import { passkeyForm } from './passkey-form.ts'
import { hiddenFields, type OfferedProvider, type PageContext } from './page.ts'
import { passwordField, passwordScriptTag } from './password-field.ts'
import { paths } from '../settings.ts'

/** The only page that ever asks for credentials. */
export function loginPage(
  context: PageContext,
  options: { username?: string; error?: string | undefined } = {},
): string {
  const { texts, language } = context
  const { username = '', error } = options
  const describedBy = error === undefined ? undefined : 'error'
  const body = markup`
${context.client === undefined ? undefined : markup`<p class="soft">${texts.signInTo(context.client)}</p>`}
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/signin">
${hiddenFields(context)}
<label for="username">${texts.username}</label>
<input type="text" id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="100"${error === undefined ? undefined : markup` aria-describedby="error"`}${username === '' ? markup` autofocus` : undefined}>
${passwordField(texts, { name: 'password', label: texts.password, autocomplete: 'current-password', autofocus: username !== '', describedBy })}
${context.forgot && forgotLink(context)}
<button type="submit">${texts.signIn}</button>
</form>${passwordScriptTag}${passkeyForm(context)}${providerLinks(context)}`
  return toDocument({
    language,
    title: texts.signIn,
    body,
    brand: context.brand,
    here: context.here,
  })
}

const forgotLink = ({ flow, texts }: PageContext): Html =>
  markup`<p class="forgot"><a href="${paths.forgot}?flow=${encodeURIComponent(flow)}">${texts.forgot}</a></p>`

/** Address of the page or redirect that begins at a provider. */
const beginAt = (flow: string, { id, kind }: OfferedProvider) =>
  `${kind === 'oidc' ? paths.upstream : paths.directory}?${new URLSearchParams({ flow, provider: id }).toString()}`

/** What the tenant has of its own. */
function providerLinks({ providers = [], flow, texts }: PageContext): Html | undefined {
  if (providers.length === 0) return undefined
  return markup`
<div class="providers">
<p class="or"><span>${texts.or}</span></p>
${providers.map(
  (provider) =>
    markup`<a class="button plain" href="${beginAt(flow, provider)}">${texts.continueWith(provider.name)}</a>\n`,
)}</div>`
}
