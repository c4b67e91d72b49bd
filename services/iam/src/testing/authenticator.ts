import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

// As much of RFC 8949 as an authenticator needs.
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [encode(key), encode(entry)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const toText = (data: Buffer) => data.toString('base64url')
const flags = { present: 1, verified: 4, attested: 64 }

export interface PasskeyRequest {
  readonly challenge: string
  readonly rpId: string
}

interface AssertionOptions {
  readonly from?: string
  readonly verified?: boolean
  readonly counter?: number
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** A device with one passkey (Web Authentication level 3), keys and signatures for real. */
export function createAuthenticator(origin: string, id = randomBytes(16)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = { id: toText(id), rawId: toText(id), type: 'public-key' as const }
  let uses = 0
  const signWith = (bytes: Buffer) => sign('sha256', bytes, privateKey)

  function read(
    { challenge, rpId }: PasskeyRequest,
    { from = origin, verified = true, counter = ++uses }: AssertionOptions = {},
  ) {
    const authData = state(rpId, flags.present | (verified ? flags.verified : 0), counter)
    const data = clientData('webauthn.get', challenge, from)
    return {
      ...named,
      response: {
        clientDataJSON: toText(data),
        authenticatorData: toText(authData),
        signature: toText(signWith(Buffer.concat([authData, sha256(data)]))),
      },
    }
  }

  return {
    /** What `navigator.credentials.create` gives, in the form of its toJSON. */
    create: ({ challenge, rpId }: PasskeyRequest) => ({
      ...named,
      response: {
        clientDataJSON: toText(clientData('webauthn.create', challenge, origin)),
        attestationObject: toText(encode(attest(id, publicKey, rpId, ++uses))),
        transports: ['internal'],
      },
    }),
    /** What `navigator.credentials.get` gives, as text; altered as the options say. */
    get: (request: PasskeyRequest, options?: AssertionOptions): string =>
      JSON.stringify(read(request, options)),
    read,
    sign: signWith,
  }
}

const clientData = (type: string, challenge: string, from: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

function state(rpId: string, bits: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([bits]), count])
}

function attest(id: Buffer, publicKey: KeyObject, rpId: string, counter: number) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const authData = Buffer.concat([
    state(rpId, flags.present | flags.verified | flags.attested, counter),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 255]),
    id,
    encode(key),
  ])
  return new Map<string, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
}
