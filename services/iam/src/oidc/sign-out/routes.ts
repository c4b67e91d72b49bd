import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import { chooseLanguage } from '@countersign/service-kit/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { toSetCookie } from '../../cookies.ts'
import { findBrand, type Brand } from '../pages/brand.ts'
import { findSessionTenant } from '../store/grant-queries.ts'
import { pageHeaders } from '../pages/html.ts'
import { endSession } from './end-session.ts'
import { judgeLogout, type LogoutRequest } from './logout-request.ts'
import { messagePage } from '../pages/page.ts'
import { signOutPage } from '../pages/sign-out-page.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths, sessionCookie } from '../settings.ts'
import { textsOf } from '../pages/texts.ts'

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const LogoutFields = Type.Object({
  id_token_hint: Field(16_384),
  client_id: Field(200),
  post_logout_redirect_uri: Field(2_000),
  state: Field(2_000),
  ui_locales: Field(200),
  logout_hint: Field(200),
  csrf: Field(300),
})
type LogoutFields = Static<typeof LogoutFields>

interface Present {
  readonly uid: string
  readonly userId: string
  readonly name: string
  readonly brand: Brand | undefined
}

/** Sign-out: asked by an application at `/connect/logout`, or by the user at `/signout`. */
export async function addSignOutRoutes(parent: App, deps: Deps, host: ProviderHost): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    await app.register(formbody, { bodyLimit: 65_536 })
    const config = { caller: 'anyone', leavesWork: true } as const
    for (const path of [paths.logout, paths.signOut]) {
      app.get(
        path,
        { config, schema: { hide: true, querystring: LogoutFields } },
        (request, reply) => handle(deps, host, request, reply, request.query, path),
      )
      app.post(path, { config, schema: { hide: true, body: LogoutFields } }, (request, reply) =>
        handle(deps, host, request, reply, request.body, path),
      )
    }
  })
}

async function handle(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: LogoutFields,
  path: string,
): Promise<FastifyReply> {
  const language = chooseLanguage(fields.ui_locales, request.headers['accept-language'])
  const texts = textsOf(language)
  const decision = await judgeLogout(deps, fields)
  if (!decision.allowed) {
    return reply
      .code(400)
      .headers(pageHeaders())
      .send(messagePage(language, texts.failed, decision.reason))
  }
  const present = await findPresent(deps, host, request, reply)
  const proven = decision.subject !== undefined && decision.subject === present?.userId
  const confirmed =
    present !== undefined && deps.signer.verify('sign-out', fields.csrf) === present.uid
  if (present !== undefined && !proven && !(request.method === 'POST' && confirmed)) {
    const form = {
      action: path,
      csrf: deps.signer.sign('sign-out', present.uid),
      name: present.name,
      brand: present.brand,
      fields: passedOn(fields),
    }
    const origin = decision.target === undefined ? undefined : new URL(decision.target).origin
    return reply
      .headers(pageHeaders(origin === undefined ? [] : [origin]))
      .send(signOutPage(language, texts, form))
  }
  if (present !== undefined) await endSession(deps, present, request.ip)
  clearSessionCookies(deps, reply)
  if (decision.target !== undefined)
    return reply.redirect(decision.target, request.method === 'GET' ? 302 : 303)
  const message = present === undefined ? texts.notSignedIn : texts.signedOutWhy
  return reply
    .headers(pageHeaders())
    .send(messagePage(language, texts.signedOut, message, present?.brand))
}

/** Who is signed in with this browser. */
async function findPresent(
  { db }: Deps,
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Present | undefined> {
  const provider = await host.current()
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  if (session.accountId === undefined) return undefined
  const account = await findActiveAccount(db, session.accountId)
  const brand = await findBrand(db, await findSessionTenant(db, session.uid))
  return { uid: session.uid, userId: session.accountId, name: account?.displayName ?? '', brand }
}

function clearSessionCookies({ issuer }: Deps, reply: FastifyReply): void {
  const options = { path: '/', secure: issuer.startsWith('https:'), maxAgeSeconds: 0 }
  void reply.header('set-cookie', [
    toSetCookie(sessionCookie, '', options),
    toSetCookie(`${sessionCookie}.sig`, '', options),
  ])
}

// id_token_hint is judged again with the answer; everything else the application sent as well.
function passedOn(
  fields: LogoutRequest & { readonly ui_locales?: string | undefined },
): Record<string, string> {
  const { id_token_hint, client_id, post_logout_redirect_uri, state, ui_locales } = fields
  const entries = Object.entries({
    id_token_hint,
    client_id,
    post_logout_redirect_uri,
    state,
    ui_locales,
  })
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
