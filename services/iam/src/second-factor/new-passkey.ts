import type { Deps } from '../deps.ts'
import { issueChallenge, isOurChallenge, relyingParty } from './challenge.ts'
import { listCredentialIds } from './passkey-queries.ts'

// Loaded with the first passkey.
const load = () => import('@simplewebauthn/server')

/**
 * Options to make a passkey that can sign in by itself: kept by the device, guarded by it.
 *
 * @param of `subject`: what the challenge is good for, an account that gave its password or a sign-in.
 */
export async function offerNewPasskey(
  { db, issuer, signer, now }: Pick<Deps, 'db' | 'issuer' | 'signer' | 'now'>,
  of: { readonly userId: string; readonly username: string; readonly subject: string },
) {
  const [known, { generateRegistrationOptions }] = await Promise.all([
    listCredentialIds(db, of.userId),
    load(),
  ])
  return generateRegistrationOptions({
    rpName: 'Countersign',
    rpID: relyingParty(issuer),
    userName: of.username,
    userID: new TextEncoder().encode(of.userId),
    challenge: issueChallenge(signer, 'passkey-add', of.subject, now()),
    timeout: 300_000,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** As long as an id is at most (Web Authentication level 3, section 7.1 step 25), in base64url. An index holds no longer ones. */
const MAX_ID_CHARACTERS = Math.ceil((1023 * 4) / 3)

/** What `PublicKeyCredential.toJSON()` gives of a new one, as far as it is looked at. */
export interface NewCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[]
  }
}

/**
 * The credential that a browser made from our options.
 *
 * @throws whatever is wrong with it.
 */
export async function verifyNewPasskey(
  { issuer, signer, now }: Pick<Deps, 'issuer' | 'signer' | 'now'>,
  subject: string,
  response: NewCredential,
) {
  const { verifyRegistrationResponse } = await load()
  const result = await verifyRegistrationResponse({
    // The schema checked what is looked at.
    response: { ...response, clientExtensionResults: {} } as unknown as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: (challenge) =>
      isOurChallenge(signer, 'passkey-add', subject, challenge, now()),
    expectedOrigin: issuer,
    expectedRPID: relyingParty(issuer),
    requireUserVerification: true,
  })
  if (!result.verified) throw new Error('the passkey is not verified')
  const { credential } = result.registrationInfo
  if (credential.id.length > MAX_ID_CHARACTERS) throw new Error('the id of the passkey is too long')
  return credential
}
