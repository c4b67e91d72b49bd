import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createCookieSigner } from '../cookies.ts'
import { verifyAssertion } from '../oidc/sign-in/check-passkey.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { issueChallenge } from './challenge.ts'
import { verifyNewPasskey } from './new-passkey.ts'

export const reads = 'passkeys: CBOR, attestations, authenticator data'
// Signatures are made and checked.
export const mostMs = 500
export const tries = 1500

const at = new Date('2026-11-30T12:00:00Z')
const now = () => at
const issuer = 'https://id.example'
const signer = createCookieSigner(['a cookie key for fuzzing that is long enough'])
const deps = { issuer, signer, now }
const userId = '0190aaaa-0000-7000-8000-000000000001'
const device = createAuthenticator(issuer)
const rpId = new URL(issuer).hostname
const toChallenge = (purpose: 'passkey-add' | 'passkey-use') =>
  Buffer.from(issueChallenge(signer, purpose, userId, at)).toString('base64url')

const made = device.create({ challenge: toChallenge('passkey-add'), rpId })
const registered = await verifyNewPasskey(deps, userId, made)
const used = () => device.read({ challenge: toChallenge('passkey-use'), rpId })
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

const flagged = (kind: string, bytes: Buffer) => Buffer.concat([Buffer.from(kind), bytes])
const object = bytesOf(made.response.attestationObject)
/** As another format says it: what stands in a statement is read before anything is believed. */
const withFormat = (format: string, statement: Buffer) => {
  const none = Buffer.from('\x64none\x67attStmt\xa0', 'latin1')
  const start = object.indexOf(none)
  const other = Buffer.concat([
    Buffer.from([0x60 + format.length]),
    Buffer.from(`${format}\x67attStmt`, 'latin1'),
    statement,
  ])
  return Buffer.concat([object.subarray(0, start), other, object.subarray(start + none.length)])
}
const packed = Buffer.from('\xa3\x63alg\x26\x63sig\x43abc\x63x5c\x81\x43abc', 'latin1')

// The first letter says what the rest is: an attestation, a key that is used, authenticator data, data of the client.
export const seeds = [
  flagged('n', object),
  flagged('n', withFormat('packed', packed)),
  flagged('n', withFormat('fido-u2f', packed)),
  flagged('k', Buffer.from(registered.publicKey)),
  flagged('a', bytesOf(used().response.authenticatorData)),
  flagged('c', bytesOf(used().response.clientDataJSON)),
]
export const words = ['tpm', 'apple', 'android-key', 'android-safetynet', '\xa0', '\xbf', '\x9f']

/**
 * A new passkey is refused by an error or is one that can be kept; one that is used has a count, or is none.
 */
export async function check(input: Buffer): Promise<void> {
  const [kind, bytes] = [input.toString('latin1', 0, 1), input.subarray(1)]
  if (kind === 'n') await attest(bytes)
  if (kind === 'k') await use({ key: bytes })
  if (kind === 'a') await use({ data: bytes })
  if (kind === 'c') await use({ client: bytes })
}

async function attest(bytes: Buffer): Promise<void> {
  const response = { ...made.response, attestationObject: bytes.toString('base64url') }
  try {
    const { id, publicKey, counter } = await verifyNewPasskey(deps, userId, { ...made, response })
    assert.match(id, /^[A-Za-z0-9_-]{1,1400}$/)
    assert.ok(publicKey.length <= bytes.length)
    assert.ok(Number.isInteger(counter) && counter >= 0 && counter < 2 ** 32)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof assert.AssertionError) throw error
  }
}

interface Altered {
  readonly key?: Buffer
  readonly data?: Buffer
  readonly client?: Buffer
}

/** What is altered is signed: behind a signature that is wrong nothing is read. */
async function use({ key, data, client }: Altered): Promise<void> {
  const { response, ...named } = used()
  const authenticatorData = data ?? bytesOf(response.authenticatorData)
  const clientData = client ?? bytesOf(response.clientDataJSON)
  const hash = createHash('sha256').update(clientData).digest()
  const signature = device.sign(Buffer.concat([authenticatorData, hash]))
  const assertion = {
    ...named,
    response: {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  }
  const publicKey = key ?? Buffer.from(registered.publicKey)
  const passkey = { userId, publicKey, counter: 0 }
  const counter = await verifyAssertion(deps, userId, assertion, passkey)
  assert.ok(counter === undefined || (Number.isInteger(counter) && counter >= 0))
}
