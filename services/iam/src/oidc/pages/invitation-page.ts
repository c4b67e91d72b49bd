import { markup, toDocument } from './html.ts'
import { passwordField, passwordScriptTag } from './password-field.ts'
import type { LinkContext } from './reset-pages.ts'
import { paths } from '../settings.ts'

export interface InvitationContext extends LinkContext {
  readonly tenantName: string
  readonly inviter: string
  readonly email: string
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  readonly account?: string | undefined
}

/** Asks who was invited by mail for a new account, or for the name of the one that they have. */
export function invitationPage(context: InvitationContext, error?: string): string {
  const { language, texts, brand, here, token, tenantName, inviter, email } = context
  const { username = '', displayName = '', account = '' } = context
  const body = markup`
<p class="soft">${texts.invitedWhy(inviter, tenantName, email)}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="${paths.invitation}">
<input type="hidden" name="token" value="${token}">
<label for="displayName">${texts.displayName}</label>
<input type="text" id="displayName" name="displayName" value="${displayName}" autocomplete="name" required maxlength="200">
<label for="username">${texts.wantedUsername}</label>
<input type="text" id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="100">
${passwordField(texts, { name: 'password', label: texts.password, autocomplete: 'new-password' })}
${passwordField(texts, { name: 'repeat', label: texts.repeat, autocomplete: 'new-password' })}
<button type="submit" name="decision" value="create">${texts.createAndJoin}</button>
</form>
<p class="or"><span>${texts.or}</span></p>
<form method="post" action="${paths.invitation}">
<input type="hidden" name="token" value="${token}">
<label for="account">${texts.haveAccount}</label>
<input type="text" id="account" name="account" value="${account}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="100">
<button type="submit" name="decision" value="join" class="plain">${texts.joinWithIt}</button>
</form>${passwordScriptTag}`
  return toDocument({ language, title: texts.invitedTo(tenantName), body, brand, here })
}
