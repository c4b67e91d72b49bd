import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a link leads to; a secret made for one is no good for another. An invitation that is handed over
 * has another one than the mail, so that who never read the mail cannot seem to have.
 */
export type LinkKind = 'password' | 'invitation' | 'mailed_invitation'

/**
 * Makes the secrets in mails from the ids of rows, under keys of the environment. Nothing of them is
 * stored, neither where they are checked nor in the outbox: a mail that is tried again bears the same
 * one, and a reader of the database cannot make any.
 */
export interface LinkSigner {
  /** The secret of a link: 64 characters that an address may hold. */
  tokenOf(kind: LinkKind, id: string): string
  /** The id in a secret that we made for this, else undefined. */
  readToken(kind: LinkKind, token: string | undefined): string | undefined
  /** Eight characters that a person can type, without those that look alike: 40 bits. */
  codeOf(id: string): string
  /** Whether somebody typed the code of an id, in whatever case and spacing. */
  isCodeOf(id: string, typed: string): boolean
}

const idBytes = 16
const tokenForm = /^[A-Za-z0-9_-]{64}$/
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/** @param keys The first makes secrets, all read them: the setting behind them changes in rounds. */
export function createLinkSigner(keys: readonly [Buffer, ...Buffer[]]): LinkSigner {
  const [first] = keys
  const mac = (key: Buffer, purpose: string, id: Buffer) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(id).digest()

  const codeUnder = (key: Buffer, id: string) =>
    [...mac(key, 'code', toBytes(id)).subarray(0, codeLength)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')

  return {
    codeOf: (id) => codeUnder(first, id),
    tokenOf(kind, id) {
      const bytes = toBytes(id)
      return Buffer.concat([bytes, mac(first, kind, bytes)]).toString('base64url')
    },
    readToken(kind, token) {
      if (token === undefined || !tokenForm.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      const given = bytes.subarray(idBytes)
      return keys.some((key) => timingSafeEqual(given, mac(key, kind, id))) ? toUuid(id) : undefined
    },
    isCodeOf(id, typed) {
      const given = Buffer.from(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
      return keys.some((key) => {
        const wanted = Buffer.from(codeUnder(key, id))
        return given.length === wanted.length && timingSafeEqual(given, wanted)
      })
    },
  }
}

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
