import { createHash } from 'node:crypto'
import { isSecure, readCookie, toSetCookie, type CookieSigner } from '../../cookies.ts'
import type { Deps } from '../../deps.ts'
import type { FirstFactor } from '../provider/first-factor.ts'
import { paths } from '../settings.ts'

const cookie = 'device'
const maxNames = 10
const yearSeconds = 365 * 24 * 3_600

export interface Device {
  readonly id: string
  /** Ids of accounts, and what {@link nameInDirectory} makes. */
  readonly knows: readonly string[]
}

/** Stands in the cookie for a name that the directory of a provider knows: which account it leads to, only that says. */
export const nameInDirectory = (providerId: string, name: string): string =>
  createHash('sha256').update(`${providerId} ${name}`).digest('base64url')

/** The browser as an earlier sign-in left it; undefined for a new or an altered one. */
export function readDevice(
  { signer, issuer }: Pick<Deps, 'signer' | 'issuer'>,
  header: string | undefined,
): Device | undefined {
  const value = signer.verify(cookie, readCookie(header, cookie, isSecure({ issuer })))
  const [id, ...knows] = value?.split('~') ?? []
  return id === undefined ? undefined : { id, knows }
}

/** Remembers that this browser signed in to an account, and by which name of a directory. */
export function rememberDevice(
  signer: CookieSigner,
  device: Device | undefined,
  { userId, directoryName }: Pick<FirstFactor, 'userId' | 'directoryName'>,
  secure: boolean,
): string {
  const names = new Set([
    userId,
    ...(directoryName === undefined ? [] : [directoryName]),
    ...(device?.knows ?? []),
  ])
  const value = [device?.id ?? crypto.randomUUID(), ...[...names].slice(0, maxNames)].join('~')
  return toSetCookie(cookie, signer.sign(cookie, value), {
    path: paths.signIn,
    secure,
    maxAgeSeconds: yearSeconds,
  })
}
