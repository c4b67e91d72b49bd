import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Deps } from '../../deps.ts'
import { isOurChallenge, issueChallenge, relyingParty } from '../../second-factor/challenge.ts'
import { countPasskeyUse, findPasskey } from '../../second-factor/passkey-queries.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { recordSignIn } from './record-sign-in.ts'

/**
 * RFC 8176: a key was shown and the device knew its user, which makes two factors. Whether hardware
 * keeps the key (hwk) or not (swk) nobody has proven, so it is not said.
 */
export const passkeyMethods = ['pop', 'user', 'mfa']

const Binary = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 10_000 })
const Assertion = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,1400}$' }),
  rawId: Binary,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Binary,
    authenticatorData: Binary,
    signature: Binary,
    userHandle: Type.Optional(Type.Union([Binary, Type.Null()])),
  }),
})
type Assertion = Static<typeof Assertion>

/** What the page gives to navigator.credentials.get, as JSON. */
export const passkeyRequest = ({ signer, issuer, now }: Deps, flow: string): string =>
  JSON.stringify({
    challenge: Buffer.from(issueChallenge(signer, 'passkey-use', flow, now())).toString(
      'base64url',
    ),
    rpId: relyingParty(issuer),
    userVerification: 'required',
    timeout: 300_000,
  })

/**
 * Whose passkey signed the challenge of this sign-in; undefined when it did not or cannot.
 *
 * @param only The one account whose passkeys count.
 */
export async function checkPasskey(
  deps: Deps,
  flow: string,
  text: string,
  address: string,
  only?: string,
): Promise<string | undefined> {
  const { db, now } = deps
  const assertion = readAssertion(text)
  const passkey = assertion === undefined ? undefined : await findPasskey(db, assertion.id)
  if (assertion === undefined || passkey === undefined) return undefined
  const { userId } = passkey
  if (only !== undefined && userId !== only) return undefined
  const counter = await verifyAssertion(deps, flow, assertion, passkey)
  const right =
    counter !== undefined &&
    (await findActiveAccount(db, userId)) !== undefined &&
    (await countPasskeyUse(db, passkey.id, counter, now()))
  const outcome = right ? 'success' : 'failure'
  await recordSignIn(db, { userId, outcome, address, amr: passkeyMethods }, now())
  return right ? userId : undefined
}

function readAssertion(text: string): Assertion | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Assertion, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The count of an assertion that a passkey signed for the challenge of this sign-in; undefined for any other. */
export async function verifyAssertion(
  { signer, issuer, now }: Pick<Deps, 'signer' | 'issuer' | 'now'>,
  flow: string,
  assertion: Assertion,
  passkey: Omit<NonNullable<Awaited<ReturnType<typeof findPasskey>>>, 'id'>,
): Promise<number | undefined> {
  const { userHandle } = assertion.response
  const named = Buffer.from(userHandle ?? '', 'base64url').toString()
  if (named !== '' && named !== passkey.userId) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The schema checked what is looked at.
      response: { ...assertion, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: (challenge) =>
        isOurChallenge(signer, 'passkey-use', flow, challenge, now()),
      expectedOrigin: issuer,
      expectedRPID: relyingParty(issuer),
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
