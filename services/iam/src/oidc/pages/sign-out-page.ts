import type { Language } from '@countersign/service-kit/language'
import type { Brand } from './brand.ts'
import { markup, toDocument } from './html.ts'
import type { Texts } from './texts.ts'

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
