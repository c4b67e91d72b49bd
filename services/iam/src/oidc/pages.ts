import type { Brand } from './brand.ts'
import { markup, toDocument, type Html } from './html.ts'
import type { Language, Texts } from './texts.ts'

export interface OfferedProvider {
  readonly id: string
  readonly kind: 'oidc' | 'ldap'
  readonly name: string
}

/** What every page of a sign-in knows. */
export interface PageContext {
  readonly language: Language
  readonly texts: Texts
  /** Name of the application that asked. */
  readonly client: string | undefined
  readonly flow: string
  readonly csrf: string
  readonly brand?: Brand | undefined
  /** What the tenant lets people sign in with beside a password of ours. */
  readonly providers?: readonly OfferedProvider[]
  /** The request for a passkey as JSON, on pages that may be answered with one. */
  readonly passkey?: string
}

export const hiddenFields = ({
  flow,
  csrf,
}: PageContext): Html => markup`<input type="hidden" name="flow" value="${flow}">
<input type="hidden" name="csrf" value="${csrf}">`

export function tenantPage(
  context: PageContext,
  options: readonly { id: string; name: string }[],
): string {
  const { texts, language } = context
  const body = markup`
<p class="soft">${texts.chooseTenantWhy(context.client ?? '')}</p>
<form method="post" action="/signin/tenant" class="choices">
${hiddenFields(context)}
${options.map(({ id, name }) => markup`<button type="submit" name="tenant" value="${id}">${name}</button>`)}
</form>`
  return toDocument({ language, title: texts.chooseTenant, body, brand: context.brand })
}

export function consentPage(context: PageContext, scopes: readonly string[]): string {
  const { texts, language } = context
  const body = markup`
<p class="soft">${texts.consentWhy(context.client ?? '')}</p>
<ul>${scopes.map((scope) => markup`<li>${texts.scopes[scope] ?? scope}</li>`)}</ul>
<form method="post" action="/signin/consent">
${hiddenFields(context)}
<button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="plain">${texts.deny}</button>
</form>`
  return toDocument({ language, title: texts.consent, body, brand: context.brand })
}

export function passwordPage(context: PageContext, username: string, error?: string): string {
  const { texts, language } = context
  const described = error === undefined ? undefined : markup` aria-describedby="error"`
  const body = markup`
<p class="soft">${texts.newPasswordWhy}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/signin/password">
${hiddenFields(context)}
<input type="text" name="username" value="${username}" autocomplete="username" readonly hidden>
<label for="password">${texts.newPassword}</label>
<input type="password" id="password" name="password" autocomplete="new-password" required maxlength="200" autofocus${described}>
<label for="repeat">${texts.repeat}</label>
<input type="password" id="repeat" name="repeat" autocomplete="new-password" required maxlength="200">
<button type="submit">${texts.save}</button>
</form>`
  return toDocument({ language, title: texts.newPassword, body, brand: context.brand })
}

export interface SignOutForm {
  readonly action: string
  readonly csrf: string
  readonly name: string
  readonly brand?: Brand | undefined
  /** What the application sent along, to be sent again with the answer. */
  readonly fields: Readonly<Record<string, string>>
}

export function signOutPage(language: Language, texts: Texts, form: SignOutForm): string {
  const body = markup`
<p class="soft">${texts.signOutWhy(form.name)}</p>
<form method="post" action="${form.action}">
<input type="hidden" name="csrf" value="${form.csrf}">
${Object.entries(form.fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" autofocus>${texts.signOut}</button>
</form>`
  return toDocument({ language, title: texts.signOut, body, brand: form.brand })
}

/** A page that only says something. */
export function messagePage(
  language: Language,
  title: string,
  message: string | undefined,
  brand?: Brand,
): string {
  return toDocument({
    brand,
    language,
    title,
    body: markup`${message === undefined ? undefined : markup`<p>${message}</p>`}`,
  })
}
