import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import type { Deps } from '../../deps.ts'
import { insertAttempt, takeAttempt } from '../../features/federation/attempt-queries.ts'
import { findUsableProvider, type ProviderRow } from '../../features/federation/queries.ts'
import { countedTime } from '../../core/upstream-time.ts'
import { openProvider } from '../../upstream/open-provider.ts'
import { redirectUriOf } from '../../upstream/redirect-uri.ts'
import { NotFresh, type Arrival, type Checks } from '../../upstream/openid.ts'
import { loginPage } from '../pages/login-page.ts'
import { sendExpired, type Step } from '../sign-in/step.ts'
import { findOffered } from './find-offered.ts'
import { finishFederatedSignIn, recordFailure } from './finish-federated.ts'

const attemptMs = 15 * 60_000

/** What a provider sent back for a sign-in of ours. */
export interface UpstreamAnswer {
  readonly state: string
  readonly flow: string
  readonly providerId: string
}

const contextOf = (state: string) => `federation-attempt:${state}`
const stateForm = /^([A-Za-z0-9_-]{10,60})\.[A-Za-z0-9_-]{43}$/

/** State and sign-in of an answer; undefined for one that no request of ours led to. */
export function readState(request: FastifyRequest): Omit<UpstreamAnswer, 'providerId'> | undefined {
  const [state, ...others] = addressOf(request).searchParams.getAll('state')
  const flow = stateForm.exec(state ?? '')?.[1]
  if (state === undefined || flow === undefined || others.length > 0) return undefined
  return { state, flow }
}

/** Sends the browser to the provider, with what the answer will be checked against kept here. */
export async function beginUpstream(deps: Deps, step: Step): Promise<FastifyReply> {
  const { db, now, sealer, upstreams, issuer, log } = deps
  const { reply, flow, language, tenantId, form, texts } = step
  const row = await findOffered(deps, step, form.provider)
  const opened = row === undefined ? undefined : openProvider(sealer, row)
  if (row === undefined || tenantId === undefined || opened?.kind !== 'oidc')
    return sendExpired(step.request, reply)
  const state = `${flow}.${randomBytes(32).toString('base64url')}`
  try {
    const { url, checks } = await upstreams.openid.begin(opened.provider, {
      redirectUri: redirectUriOf(issuer, row.id),
      state,
      language,
      maxAge: wantedAge(step.current.interaction),
    })
    const sealedChecks = sealer.seal(JSON.stringify(checks), contextOf(state))
    const attempt = { tenantId, providerId: row.id, state, flow, sealedChecks }
    await insertAttempt(db, attempt, new Date(now().getTime() + attemptMs))
    return await reply.header('cache-control', 'no-store').redirect(url, 302)
  } catch (error) {
    log.warn({ err: error, providerId: row.id }, 'an identity provider cannot be asked')
    return step.show(loginPage(step, { error: texts.upstreamFailed(row.name) }), 502)
  }
}

/**
 * Takes the answer of a provider, once, and goes on as whom it vouches for.
 *
 * Kept by: services/iam/src/oidc/federation/openid.test.ts "is taken once"
 */
export async function finishUpstream(
  deps: Deps,
  step: Step,
  answer: UpstreamAnswer,
): Promise<FastifyReply> {
  const { db, now, log } = deps
  const { request, reply, texts } = step
  const attempt = await takeAttempt(db, answer, now())
  const provider =
    attempt === undefined
      ? undefined
      : await findUsableProvider(db, attempt.tenantId, answer.providerId)
  if (attempt === undefined || provider === undefined) return sendExpired(request, reply)
  let arrival: Arrival
  try {
    arrival = await identify(deps, step, provider, { ...answer, ...attempt })
  } catch (error) {
    log.warn(
      { err: error, providerId: provider.id },
      'an answer of an identity provider is refused',
    )
    const [reason, text] =
      error instanceof NotFresh
        ? (['not_fresh', texts.upstreamNotFresh] as const)
        : (['answer', texts.upstreamFailed] as const)
    await recordFailure(deps, provider, request.ip, reason)
    return step.show(loginPage(step, { error: text(provider.name) }), 422)
  }
  const authTime = countedTime(arrival.authTime, Math.floor(Date.now() / 1000))
  const proof = { amr: ['fed'], authTime }
  return finishFederatedSignIn(deps, step, provider, arrival.identity, proof)
}

async function identify(
  { sealer, upstreams, issuer }: Deps,
  step: Step,
  provider: ProviderRow,
  { state, sealedChecks }: { state: string; sealedChecks: string },
): Promise<Arrival> {
  const opened = openProvider(sealer, provider)
  if (opened.kind !== 'oidc') throw new Error('the provider is of another kind now')
  // Written by ourselves, a few minutes ago.
  const checks = JSON.parse(sealer.open(sealedChecks, contextOf(state)).toString()) as Checks
  const url = new URL(redirectUriOf(issuer, provider.id))
  url.search = addressOf(step.request).search
  const wantMail = provider.createAccounts
  return upstreams.openid.finish(opened.provider, { url, state, checks, wantMail })
}

// A page that asks somebody who is signed in is there because that is too long ago, or somebody else is
// wanted: no session at the provider answers it. One for another tenant alone is as young as it is.
const answeredSilently = ['vouched_elsewhere', 'max_age']

/** Within how many seconds whoever comes back has to have proven who they are; undefined: at any time. */
function wantedAge({ params, session, prompt }: Interaction): number | undefined {
  const { prompt: prompts, max_age: maxAge } = params
  const anew =
    (typeof prompts === 'string' && prompts.split(' ').includes('login')) ||
    (session?.accountId !== undefined &&
      prompt.reasons.some((reason) => !answeredSilently.includes(reason)))
  if (anew) return 0
  return maxAge === undefined ? undefined : Number(maxAge)
}

const addressOf = (request: FastifyRequest) => new URL(request.raw.url ?? '/', 'http://here')
