import type { ShownConsent } from '../provider/consent.ts'
import type { Interaction, Provider } from 'oidc-provider'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure, readCookie, toSetCookie, type CookieSigner } from '../../cookies.ts'
import type { Deps } from '../../deps.ts'
import type { FirstFactor, UpstreamIdentity } from '../provider/first-factor.ts'
import { lifetimes, paths } from '../settings.ts'

export const flowCookie = (flow: string) => `flow_${flow}`
const wellFormedFlow = /^[A-Za-z0-9_-]{10,60}$/

/** A sign-in under way, of the browser that began it. */
export interface Flow {
  readonly id: string
  readonly interaction: InstanceType<Provider['Interaction']>
  readonly prompt: Interaction['prompt']['name']
}

/** Proof in a form that it came from a page of ours in this sign-in. */
export const csrfOf = (signer: CookieSigner, flow: string) => signer.sign('csrf', flow)

/**
 * The sign-in a request belongs to, or undefined: unknown, over, or begun by another browser. A
 * link with somebody else's flow leads nowhere, so nobody signs in on behalf of who sent it.
 *
 * Kept by: services/iam/src/oidc/pages/pages.test.ts "refuses a form of another browser, of another sign-in or without its token"
 */
export async function findFlow(
  provider: Provider,
  { signer, issuer }: Pick<Deps, 'signer' | 'issuer'>,
  request: FastifyRequest,
  flow: string | undefined,
): Promise<Flow | undefined> {
  if (flow === undefined || !wellFormedFlow.test(flow)) return undefined
  const name = flowCookie(flow)
  const cookie = readCookie(request.headers.cookie, name, isSecure({ issuer }))
  if (signer.verify(name, cookie) === undefined) return undefined
  const interaction = await provider.Interaction.find(flow)
  if (interaction === undefined) return undefined
  return { id: flow, interaction, prompt: interaction.prompt.name }
}

/** A sign-in that this browser has under way and that waits for somebody to prove who they are. */
export async function findOpenSignIn(
  provider: Provider,
  deps: Pick<Deps, 'signer' | 'issuer'>,
  request: FastifyRequest,
): Promise<string | undefined> {
  const names = (request.headers.cookie ?? '').matchAll(/(?:^|[; ]|__Host-)flow_([\w-]{10,60})=/g)
  const flows = [...names].map(([, flow]) => flow).toReversed()
  for (const flow of flows.slice(0, mostFlows)) {
    const found = await findFlow(provider, deps, request, flow)
    if (found?.prompt === 'login') return found.id
  }
  return undefined
}

// A browser sends as many cookies as it likes.
const mostFlows = 10
/** Whether the pages of this step may be answered with a passkey. */
export const takesPasskey = ({ prompt }: Flow) => prompt === 'login' || prompt === 'factor'

/** The cookie that binds a sign-in to its browser. */
export function bindFlow(signer: CookieSigner, flow: string, secure: boolean): string {
  const name = flowCookie(flow)
  return toSetCookie(name, signer.sign(name, '1'), {
    path: paths.signIn,
    secure,
    maxAgeSeconds: lifetimes.interaction,
  })
}

const firstFactorSeconds = 600

/** Whose first factor was right in this sign-in, while the second is missing. */
export const firstFactorOf = (flow: Flow) => read(flow, 'firstFactor') as FirstFactor | undefined

/** Remembers the first factor, or forgets it. Nobody is signed in by that. */
export const keepFirstFactor = (flow: Flow, factor: FirstFactor | undefined) =>
  keep(flow, 'firstFactor', factor)

/** An identity that leads to no account yet, while its owner says which one is theirs. */
export const unlinkedIdentityOf = (flow: Flow) =>
  read(flow, 'identity') as UpstreamIdentity | undefined

export const keepUnlinkedIdentity = (flow: Flow, identity: UpstreamIdentity) =>
  keep(flow, 'identity', identity)

/** A second factor that is being set up in this sign-in. */
export interface Enrolment {
  /** The secret of codes, while none of them was typed in. */
  readonly sealedTotp?: string
  /** What was set up and is proven by that: its owner has the recovery codes before their eyes. */
  readonly proven?: readonly string[]
}

/** Kept with the sign-in: what one browser began no other one finishes. */
export const enrolmentOf = (flow: Flow) =>
  read(flow, 'enrolment', 'factor') as Enrolment | undefined

export const keepEnrolment = (flow: Flow, enrolment: Enrolment) =>
  keep(flow, 'enrolment', enrolment)

/** What the consent page named, and to whom. */
export const shownConsentOf = (flow: Flow) =>
  read(flow, 'shown', 'consent') as ShownConsent | undefined

export const keepShownConsent = (flow: Flow, shown: ShownConsent) => keep(flow, 'shown', shown)

// Put there by ourselves; it went through the database as JSON.
function read({ interaction, prompt }: Flow, name: string, at = 'login'): unknown {
  const kept = interaction.result?.[name] as { value: unknown; at: number } | undefined
  if (prompt !== at || kept === undefined) return undefined
  return Date.now() / 1000 - kept.at < firstFactorSeconds ? kept.value : undefined
}

async function keep({ interaction }: Flow, name: string, value: unknown): Promise<void> {
  interaction.result =
    value === undefined ? {} : { [name]: { value, at: Math.floor(Date.now() / 1000) } }
  await interaction.persist()
}

export type Result = NonNullable<Interaction['result']>

/** Hands the outcome of a page to the library and sends the browser back to it: 303 after a POST. */
export async function finishStep(
  deps: Pick<Deps, 'issuer'>,
  reply: FastifyReply,
  flow: Flow,
  result: Result,
): Promise<FastifyReply> {
  const { interaction } = flow
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result }
  await interaction.persist()
  return reply
    .header('set-cookie', unbindFlow(deps, flow))
    .redirect(interaction.returnTo, reply.request.method === 'GET' ? 302 : 303)
}

/** Takes the cookie back that binds a sign-in to its browser. */
export const unbindFlow = ({ issuer }: Pick<Deps, 'issuer'>, { id }: Flow): string =>
  toSetCookie(flowCookie(id), '', {
    path: paths.signIn,
    secure: isSecure({ issuer }),
    maxAgeSeconds: 0,
  })
