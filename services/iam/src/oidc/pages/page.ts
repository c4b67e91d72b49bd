import type { Language } from '@countersign/service-kit/language'
import type { Brand } from './brand.ts'
import { markup, toDocument, type Html } from './html.ts'
import type { Texts } from './texts.ts'

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
  /** Address of this page, for showing it in another language. */
  readonly here: string
  /** Whether a new password can be asked for by mail. */
  readonly forgot: boolean
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
