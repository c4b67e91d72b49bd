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

// Put there by ourselves; it went through the database as JSON.
function read({ interaction, prompt }: Flow, name: string): unknown {
  const kept = interaction.result?.[name] as { value: unknown; at: number } | undefined
  if (prompt !== 'login' || kept === undefined) return undefined
  return Date.now() / 1000 - kept.at < firstFactorSeconds ? kept.value : undefined
}

async function keep({ interaction }: Flow, name: string, value: unknown): Promise<void> {
  interaction.result =
    value === undefined ? {} : { [name]: { value, at: Math.floor(Date.now() / 1000) } }
  await interaction.persist()
}

type Result = NonNullable<Interaction['result']>

/** Hands the outcome of a page to the library and sends the browser back to it: 303 after a POST. */
export async function finishStep(
  { issuer }: Pick<Deps, 'issuer'>,
  reply: FastifyReply,
  { id, interaction }: Flow,
  result: Result,
): Promise<FastifyReply> {
  const secure = issuer.startsWith('https:')
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result }
  await interaction.persist()
  return reply
    .header(
      'set-cookie',
      toSetCookie(flowCookie(id), '', { path: paths.signIn, secure, maxAgeSeconds: 0 }),
    )
    .redirect(interaction.returnTo, reply.request.method === 'GET' ? 302 : 303)
}
