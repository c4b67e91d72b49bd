import { chooseLanguage } from '@countersign/service-kit/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { Type, type Static } from 'typebox'
import type { Flow, Result } from './flow.ts'
import { pageHeaders } from '../pages/html.ts'
import { messagePage, type PageContext } from '../pages/page.ts'
import { textsOf } from '../pages/texts.ts'

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const FlowQuery = Type.Object({ flow: Field(100), provider: Field(100), lang: Field(35) })
export const Form = Type.Object({
  flow: Field(100),
  csrf: Field(300),
  username: Field(200),
  password: Field(1_000),
  repeat: Field(1_000),
  code: Field(100),
  credential: Field(16_000),
  tenant: Field(100),
  decision: Field(20),
  provider: Field(100),
})
export type Form = Static<typeof Form>

/** The pages of a sign-in. */
export type StepName = 'login' | 'mfa' | 'password' | 'tenant' | 'factor' | 'consent'

/** A page of a sign-in under way, asked for or answered. */
export interface Step extends PageContext {
  readonly provider: Provider
  readonly current: Flow
  /** Whose pages are shown, as far as that is known. */
  readonly tenantId: string | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly form: Form
  /** Ends what is ours of the sign-in, by a form: what the library says is the answer. */
  readonly goOn: (result: Result) => Promise<FastifyReply>
  /** Sends a page of this step. */
  readonly show: (page: string, status?: number) => FastifyReply
}

/** A page that no longer leads anywhere, instead of a guess at what was meant. */
export function sendExpired(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = chooseLanguage(undefined, request.headers['accept-language'])
  const texts = textsOf(language)
  return reply
    .code(400)
    .headers(pageHeaders())
    .send(messagePage(language, texts.expired, texts.expiredWhy))
}
