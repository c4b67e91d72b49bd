import { markup, toDocument } from './html.ts'
import { wordPermissions } from './permission-words.ts'
import { passwordField, passwordScriptTag } from './password-field.ts'
import { hiddenFields, type PageContext } from './page.ts'

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
  return toDocument({
    language,
    title: texts.chooseTenant,
    body,
    brand: context.brand,
    here: context.here,
  })
}

export function consentPage(
  context: PageContext,
  scopes: readonly string[],
  permissions: readonly string[],
): string {
  const { texts, language } = context
  const body = markup`
<p class="soft">${texts.consentWhy(context.client ?? '')}</p>
<ul>${scopes.map((scope) => markup`<li>${texts.scopes[scope] ?? scope}</li>`)}</ul>
${
  permissions.length === 0
    ? undefined
    : markup`<p class="soft">${texts.consentPermissions}</p>
<ul>${wordPermissions(language, permissions).map((line) => markup`<li>${line}</li>`)}</ul>`
}
<p class="soft">${texts.consentUntil}</p>
<form method="post" action="/signin/consent">
${hiddenFields(context)}
<button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="plain">${texts.deny}</button>
</form>`
  return toDocument({
    language,
    title: texts.consent,
    body,
    brand: context.brand,
    here: context.here,
  })
}

export function passwordPage(context: PageContext, username: string, error?: string): string {
  const { texts, language } = context
  const describedBy = error === undefined ? undefined : 'error'
  const body = markup`
<p class="soft">${texts.newPasswordWhy}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/signin/password">
${hiddenFields(context)}
<input type="text" name="username" value="${username}" autocomplete="username" readonly hidden>
${passwordField(texts, { name: 'password', label: texts.newPassword, autocomplete: 'new-password', autofocus: true, describedBy })}
${passwordField(texts, { name: 'repeat', label: texts.repeat, autocomplete: 'new-password' })}
<button type="submit">${texts.save}</button>
</form>${passwordScriptTag}`
  return toDocument({
    language,
    title: texts.newPassword,
    body,
    brand: context.brand,
    here: context.here,
  })
}
