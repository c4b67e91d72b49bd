import { isSecure, readCookie, toSetCookie, type CookieSigner } from '../../cookies.ts'
import type { Deps } from '../../deps.ts'
import { paths } from '../settings.ts'

const cookie = 'device'
const maxAccounts = 5
const yearSeconds = 365 * 24 * 3_600

export interface Device {
  readonly id: string
  readonly userIds: readonly string[]
}

/** The browser as an earlier sign-in left it; undefined for a new or an altered one. */
export function readDevice(
  { signer, issuer }: Pick<Deps, 'signer' | 'issuer'>,
  header: string | undefined,
): Device | undefined {
  const value = signer.verify(cookie, readCookie(header, cookie, isSecure({ issuer })))
  const [id, ...userIds] = value?.split('~') ?? []
  return id === undefined ? undefined : { id, userIds }
}

/** Remembers that this browser signed in to an account. */
export function rememberDevice(
  signer: CookieSigner,
  device: Device | undefined,
  userId: string,
  secure: boolean,
): string {
  const others = (device?.userIds ?? []).filter((id) => id !== userId)
  const value = [
    device?.id ?? crypto.randomUUID(),
    userId,
    ...others.slice(0, maxAccounts - 1),
  ].join('~')
  return toSetCookie(cookie, signer.sign(cookie, value), {
    path: paths.signIn,
    secure,
    maxAgeSeconds: yearSeconds,
  })
}
