import type { App } from '@countersign/service-kit/http'
import { consoleUrlOf } from '@countersign/service-kit/mail-settings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { OpenInvitation } from '../../features/invitations/link-queries.ts'
import type { NotNow } from '../../passwords/behind-link.ts'
import { findBrand } from '../pages/brand.ts'
import { invitationPage, type InvitationContext } from '../pages/invitation-page.ts'
import { languageOf } from '../pages/language.ts'
import { endPage } from '../pages/reset-pages.ts'
import { textsOf } from '../pages/texts.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import {
  acceptAsNew,
  answerAs,
  openInvitation,
  type Accepted,
  type OpenedInvitation,
} from './accept-invitation.ts'
import { LinkQuery, linkHeaders, sendOver, toRefusal } from './link-answers.ts'

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const InvitationForm = Type.Object({
  token: Field(100),
  decision: Field(20),
  account: Field(200),
  username: Field(200),
  displayName: Field(300),
  password: Field(1_000),
  repeat: Field(1_000),
})
type InvitationForm = Static<typeof InvitationForm>

const usernameForm = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/

/** The page that an invitation by mail leads to; looking at it changes nothing. */
export function addInvitationPages(app: App, deps: Deps, host: ProviderHost): void {
  const config = { caller: 'anyone' as const }
  app.get(
    paths.invitation,
    { config, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token } = request.query
      const invitation = await openInvitation(deps, token)
      if (invitation === undefined) return sendOver(deps, host, request, reply)
      const context = await contextOf(deps, request, reply, invitation, token ?? '')
      return reply.headers(linkHeaders()).send(invitationPage(context))
    },
  )
  app.post(
    paths.invitation,
    { config, schema: { hide: true, body: InvitationForm } },
    async (request, reply) => {
      const { token, decision } = request.body
      const invitation = await openInvitation(deps, token)
      if (invitation === undefined) return sendOver(deps, host, request, reply)
      const context = await contextOf(deps, request, reply, invitation, token ?? '')
      const page = { deps, request, reply, invitation, context, form: request.body }
      const shown = decision === 'join' ? await join(page) : await create(page)
      return shown ?? sendOver(deps, host, request, reply)
    },
  )
}

interface Page {
  readonly deps: Deps
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly invitation: OpenedInvitation
  readonly context: InvitationContext
  readonly form: InvitationForm
}

function refuse({ reply, context, form }: Page, error: string, status = 422): FastifyReply {
  const { username, displayName, account } = form
  const page = invitationPage({ ...context, username, displayName, account }, error)
  return reply.code(status).headers(linkHeaders()).send(page)
}

function refuseNow(page: Page, notNow: NotNow): FastifyReply {
  const { status, error } = toRefusal(page.reply, page.context.texts, notNow)
  return refuse(page, error, status)
}

const finish = ({ deps, reply, context }: Page, title: string, message: string): FastifyReply =>
  reply
    .headers(linkHeaders())
    .send(endPage(context, { title, message, next: `${consoleUrlOf(deps.issuer)}/account` }))

/** Undefined when the invitation is over. */
async function join(page: Page): Promise<FastifyReply | undefined> {
  const { deps, invitation, form, context } = page
  const { texts } = context
  const account = (form.account ?? '').trim()
  if (!usernameForm.test(account)) return refuse(page, texts.usernameInvalid)
  const answered = await answerAs(deps, invitation, account)
  switch (answered.kind) {
    case 'noted':
      return finish(page, texts.joinNext, texts.joinNextWhy(invitation.tenantName))
    case 'wait':
    case 'busy':
      return refuseNow(page, answered)
    case 'over':
      return undefined
  }
}

/** Undefined when the invitation is over. */
async function create(page: Page): Promise<FastifyReply | undefined> {
  const { deps, request, invitation, form, context } = page
  const { texts } = context
  const { password = '', repeat = '' } = form
  const username = (form.username ?? '').trim()
  const displayName = (form.displayName ?? '').trim()
  if (!usernameForm.test(username)) return refuse(page, texts.usernameInvalid)
  if (displayName === '' || displayName.length > 200) return refuse(page, texts.nameInvalid)
  if (password !== repeat) return refuse(page, texts.differ)
  const account = { username, displayName, password }
  const accepted: Accepted = await acceptAsNew(deps, invitation, account, request.ip)
  switch (accepted.kind) {
    case 'joined':
      return finish(page, texts.joined(invitation.tenantName), texts.joinedWhy(username))
    case 'refused':
      return refuse(page, texts.passwordFaults[accepted.fault])
    case 'username_taken':
      return refuse(page, texts.usernameTaken)
    case 'address_taken':
      return refuse(page, texts.addressTaken)
    case 'wait':
    case 'busy':
      return refuseNow(page, accepted)
    case 'over':
      return undefined
  }
}

async function contextOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, tenantName, inviter, email }: OpenInvitation,
  token: string,
): Promise<InvitationContext> {
  const language = languageOf(deps, request, reply)
  return {
    language,
    texts: textsOf(language),
    brand: await findBrand(deps.db, tenantId),
    here: `${paths.invitation}?token=${encodeURIComponent(token)}`,
    token,
    tenantName,
    inviter,
    email,
  }
}
