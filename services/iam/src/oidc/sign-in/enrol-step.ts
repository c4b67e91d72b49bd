import { findUnstorable } from '@countersign/service-kit/storable'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Deps } from '../../deps.ts'
import { offerNewPasskey, verifyNewPasskey } from '../../second-factor/new-passkey.ts'
import { generateTotp, matchTotp, openTotp } from '../../second-factor/totp.ts'
import { enrolPage, recoveryPage } from '../pages/enrol-page.ts'
import type { MissingFactor } from '../provider/factor-need.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { passkeyMethods } from './check-passkey.ts'
import { finishFactor } from './finish-factor.ts'
import { enrolmentOf, keepEnrolment } from './flow.ts'
import { recordSignIn } from './record-sign-in.ts'
import { addFirstPasskey, addFirstTotp, type Added } from './set-up-factor.ts'
import { sendExpired, type Step } from './step.ts'

/**
 * Lets somebody set up the second factor that is demanded of them. The secret is new each time and
 * stays with this sign-in until a code of it was typed in: nobody who began elsewhere knows it.
 */
export async function showEnrolment(deps: Deps, step: Step, userId: string): Promise<FastifyReply> {
  const account = await findActiveAccount(deps.db, userId)
  if (account === undefined) return sendExpired(step.request, step.reply)
  const { sealed } = await generateTotp(deps.sealer, userId, labelOf(deps, account.username))
  await keepEnrolment(step.current, { sealedTotp: sealed })
  return showAgain(deps, step, { userId, username: account.username, sealed })
}

/** Puts codes into use with the first of them. */
export async function submitNewTotp(deps: Deps, step: Step): Promise<FastifyReply> {
  const { current, form, texts } = step
  const owner = await ownerOf(deps, step)
  const sealed = enrolmentOf(current)?.sealedTotp
  if (owner === undefined || sealed === undefined || isPasskeyOnly(step))
    return sendExpired(step.request, step.reply)
  const code = (form.code ?? '').replaceAll(/\s/g, '')
  const at = await matchTotp(deps.sealer, owner.userId, sealed, code, deps.now())
  if (at === undefined) return showAgain(deps, step, { ...owner, sealed }, texts.codeUnfit)
  const by = { ...owner, address: step.request.ip }
  const added = await addFirstTotp(deps, by, sealed, at)
  return goOn(deps, step, owner.userId, added, ['otp', 'mfa'])
}

const Binary = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000 })
const Registration = Type.Object({
  id: Binary,
  rawId: Binary,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Binary,
    attestationObject: Binary,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
})

/** Takes the passkey that the browser has made for this sign-in. */
export async function submitNewPasskey(deps: Deps, step: Step): Promise<FastifyReply> {
  const { current, form, request, reply, texts, flow } = step
  const owner = await ownerOf(deps, step)
  const sealed = enrolmentOf(current)?.sealedTotp
  if (owner === undefined || sealed === undefined) return sendExpired(request, reply)
  const response = readRegistration(form.credential ?? '')
  const credential =
    response === undefined
      ? undefined
      : await verifyNewPasskey(deps, flow, response).catch(() => undefined)
  if (response === undefined || credential === undefined)
    return showAgain(deps, step, { ...owner, sealed }, texts.passkeyUnfit)
  const { id: credentialId, publicKey, counter } = credential
  const transports = response.response.transports ?? []
  const added = await addFirstPasskey(
    deps,
    { ...owner, address: request.ip },
    { credentialId, publicKey, counter, transports, name: texts.passkeyName },
  )
  return goOn(deps, step, owner.userId, added, passkeyMethods)
}

async function goOn(
  deps: Deps,
  step: Step,
  userId: string,
  added: Added,
  methods: readonly string[],
): Promise<FastifyReply> {
  const { request, reply, current } = step
  // In another window: this page no longer leads anywhere, the next asks for what is there now.
  if (added === 'not_first') return sendExpired(request, reply)
  const record = { userId, outcome: 'success', address: request.ip, amr: methods } as const
  await recordSignIn(deps.db, record, deps.now())
  if (added.recoveryCodes === undefined) return finishFactor(deps, step, methods)
  await keepEnrolment(current, { proven: methods })
  return step.show(recoveryPage(step, added.recoveryCodes))
}

interface Owner {
  readonly userId: string
  readonly username: string
  readonly sessionUid: string
}

async function ownerOf(deps: Deps, { current }: Step): Promise<Owner | undefined> {
  const { accountId: userId, uid: sessionUid } = current.interaction.session ?? {}
  if (userId === undefined || sessionUid === undefined) return undefined
  const account = await findActiveAccount(deps.db, userId)
  return account === undefined ? undefined : { userId, username: account.username, sessionUid }
}

async function showAgain(
  deps: Deps,
  step: Step,
  { userId, username, sealed }: Omit<Owner, 'sessionUid'> & { readonly sealed: string },
  error?: string,
): Promise<FastifyReply> {
  const options = await offerNewPasskey(deps, { userId, username, subject: step.flow })
  const totp = isPasskeyOnly(step)
    ? undefined
    : await openTotp(deps.sealer, userId, sealed, labelOf(deps, username))
  const page = await enrolPage(step, { totp, creation: JSON.stringify(options), error })
  return step.show(page, error === undefined ? 200 : 422)
}

const labelOf = ({ issuer }: Pick<Deps, 'issuer'>, username: string) => ({
  issuer: new URL(issuer).hostname,
  username,
})

// Put there by our own policy; it went through the database as JSON.
const isPasskeyOnly = ({ current }: Step): boolean =>
  (current.interaction.prompt.details as unknown as MissingFactor).passkeyOnly

function readRegistration(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    // Text of a form: the routes look through what comes as JSON alone.
    if (findUnstorable(value, '').length > 0) return undefined
    return Value.Check(Registration, value) ? value : undefined
  } catch {
    return undefined
  }
}
