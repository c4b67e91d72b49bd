import { markup, toDocument, type Html } from './html.ts'
import { hiddenFields, type OfferedProvider, type PageContext } from './page.ts'
import { passwordField, passwordScriptTag } from './password-field.ts'
import { paths } from '../settings.ts'

const backLink = ({ flow, texts }: PageContext) =>
  markup`<p class="back"><a href="${paths.signIn}?flow=${encodeURIComponent(flow)}">${texts.otherWay}</a></p>`

interface Shown {
  readonly username?: string
  readonly error?: string | undefined
}

/** Asks for the user name and password of a directory of the tenant. */
export function directoryPage(
  context: PageContext,
  provider: OfferedProvider,
  shown: Shown = {},
): string {
  const { texts } = context
  const body = markup`
<p class="soft">${texts.directoryWhy(provider.name)}</p>
${credentialForm(context, paths.directory, texts.signIn, shown, provider.id)}
${backLink(context)}`
  return page(context, texts.continueWith(provider.name), body)
}

/** Asks whose an identity is that leads to no account yet. */
export function linkPage(context: PageContext, providerName: string, shown: Shown = {}): string {
  const { texts } = context
  const body = markup`
<p class="soft">${texts.linkWhy(providerName)}</p>
${credentialForm(context, paths.link, texts.linkAccount, shown)}
${backLink(context)}`
  return page(context, texts.linkTitle, body)
}

const page = ({ language, brand, here }: PageContext, title: string, body: Html) =>
  toDocument({ language, title, body, brand, here })

function credentialForm(
  context: PageContext,
  action: string,
  button: string,
  { username = '', error }: Shown,
  provider?: string,
): Html {
  const { texts } = context
  const describedBy = error === undefined ? undefined : 'error'
  const described = describedBy && markup` aria-describedby="${describedBy}"`
  return markup`${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="${action}">
${hiddenFields(context)}${provider === undefined ? undefined : markup`\n<input type="hidden" name="provider" value="${provider}">`}
<label for="username">${texts.username}</label>
<input type="text" id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="200"${described}${username === '' ? markup` autofocus` : undefined}>
${passwordField(texts, { name: 'password', label: texts.password, autocomplete: 'current-password', autofocus: username !== '', describedBy })}
<button type="submit">${button}</button>
</form>${passwordScriptTag}`
}
