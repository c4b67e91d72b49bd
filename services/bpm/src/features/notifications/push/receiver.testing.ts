// A push service and the browsers behind it, at the network's far edge: what arrives is verified and decrypted by the
// RFCs' own steps, with none of the library that encrypts.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as its device reads it. */
export interface ReceivedPush {
  /** Of the device's endpoint. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** What the token of the platform says (RFC 8292 section 2). */
  readonly claims: Readonly<Record<string, unknown>>
  readonly notice: Readonly<Record<string, unknown>>
}

/** A browser that has subscribed. */
export interface TestDevice {
  readonly path: string
  /** As `PushSubscription.toJSON()` has it. */
  readonly body: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
    readonly applicationServerKey: string
  }
}

export interface PushService {
  readonly origin: string
  readonly received: ReceivedPush[]
  /** Paths in the order in which they were tried. */
  readonly tried: string[]
  /** Answers instead of taking a message; undefined takes it. */
  answer: (path: string) => { status: number; headers?: Record<string, string> } | undefined
  /** Takes the message and breaks the connection instead of saying so, as often as this. */
  breakAfterTaking: number
  /** A browser that subscribes here with the key of a platform. */
  subscribe(applicationServerKey: string): TestDevice
}

interface Keys {
  readonly pair: ECDH
  readonly auth: Buffer
  readonly applicationServerKey: string
}

type State = Omit<PushService, 'origin' | 'subscribe'>

/** Starts a push service on a free port, for one test. */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Keys>()
  const state: State = {
    received: [],
    tried: [],
    answer: () => undefined,
    breakAfterTaking: 0,
  }
  const server = createServer((request, response) => {
    take(state, devices, request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, {
    origin,
    subscribe: (applicationServerKey: string) => {
      const { path, keys, body } = drawDevice(applicationServerKey)
      devices.set(path, keys)
      return { path, body: { endpoint: origin + path, ...body } }
    },
  })
}

async function take(
  state: State,
  devices: ReadonlyMap<string, Keys>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? ''
  state.tried.push(path)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const refused = state.answer(path)
  const keys = devices.get(path)
  if (refused !== undefined || keys === undefined) {
    response.writeHead(refused?.status ?? 404, refused?.headers).end()
    return
  }
  const notice = JSON.parse(decrypt(Buffer.concat(chunks), keys)) as ReceivedPush['notice']
  const claims = readToken(request.headers.authorization ?? '', keys.applicationServerKey)
  state.received.push({ path, headers: request.headers, claims, notice })
  if (state.breakAfterTaking > 0) {
    state.breakAfterTaking -= 1
    response.destroy()
    return
  }
  response.writeHead(201, { location: `${path}/message` }).end()
}

function drawDevice(applicationServerKey: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const p256dh = pair.getPublicKey().toString('base64url')
  return {
    path: `/send/${randomBytes(12).toString('base64url')}`,
    keys: { pair, auth, applicationServerKey },
    body: { keys: { p256dh, auth: auth.toString('base64url') }, applicationServerKey },
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** RFC 8291 section 3.4 and RFC 8188 section 2, of one record. */
function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const record = body.subarray(21 + sender.length)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1) throw new Error('it is not the last record')
  return padded.subarray(0, end).toString()
}

/** RFC 8292 section 3: `vapid t=<JWT>, k=<key>`, signed by the key that the device subscribed with. */
function readToken(authorization: string, expected: string): ReceivedPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== expected) throw new Error('another key than the device knows')
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', payload = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${head}.${payload}`)
  const isGood = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood) throw new Error('the signature is wrong')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReceivedPush['claims']
}
