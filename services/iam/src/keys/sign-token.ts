import { sign, type KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { AccessTokenType } from '../core/clients.ts'

/** What signs now. */
export interface SigningKey {
  readonly kid: string
  readonly key: KeyObject
}

type Claims = Readonly<Record<string, unknown>>

// Threads that sign beside the event loop: one for each other core, of the four that Node has.
const threads = Math.min(availableParallelism() - 1, 4)
let turn = 0

/**
 * An access token as a compact JWT (RFC 9068). To hand a signature to a thread and back costs a twentieth of
 * it, and gains nothing where nobody waits: a token that is made alone is signed by the event loop, in the next turn, so
 * that what was sent to the database before is under way meanwhile. Of several the loop signs its share, as one of the cores.
 *
 * @param isAlone Whether no other token is being made.
 */
export function signToken(
  signing: SigningKey,
  claims: Claims,
  typ: AccessTokenType,
  isAlone: boolean,
): Promise<string> {
  const input = Buffer.from(`${headOf(signing, typ)}.${encode(claims)}`)
  turn = (turn + 1) % (threads + 1)
  return isAlone || turn === 0 ? signHere(signing, input) : signInThread(signing, input)
}

const signHere = ({ key }: SigningKey, input: Buffer) =>
  new Promise<string>((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(tokenOf(input, sign('RSA-SHA256', input, key)))
      } catch (error) {
        reject(error as Error)
      }
    }),
  )

const signInThread = ({ key }: SigningKey, input: Buffer) =>
  new Promise<string>((resolve, reject) =>
    sign('RSA-SHA256', input, key, (error, made) =>
      error === null ? resolve(tokenOf(input, made)) : reject(error),
    ),
  )

const tokenOf = (input: Buffer, signature: Buffer) =>
  `${input.toString('latin1')}.${signature.toString('base64url')}`

// The same for each token of a key and type.
const heads = new WeakMap<KeyObject, Map<AccessTokenType, string>>()

function headOf({ kid, key }: SigningKey, typ: AccessTokenType): string {
  const known = heads.get(key) ?? new Map<AccessTokenType, string>()
  heads.set(key, known)
  const head = known.get(typ) ?? encode({ alg: 'RS256', typ, kid })
  known.set(typ, head)
  return head
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
