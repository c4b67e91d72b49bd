import type { Sealer } from '@countersign/service-kit/sealing'

/** The length of a time step, in seconds; what every application for codes assumes. */
const period = 30

/** Ties a sealed secret to its person. */
export const totpContext = (userId: string) => `totp:${userId}`

// Loaded with the first code.
const load = () => import('otpauth')

/** A new secret: to scan or type in, and as it is stored. */
export async function generateTotp(
  sealer: Sealer,
  userId: string,
  label: { readonly issuer: string; readonly username: string },
): Promise<{ secret: string; uri: string; sealed: string }> {
  const { Secret, TOTP } = await load()
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ issuer: label.issuer, label: label.username, secret, period }).toString()
  return { secret: secret.base32, uri, sealed: sealer.seal(secret.base32, totpContext(userId)) }
}

/** A secret that was stored: to scan or type in. */
export async function openTotp(
  sealer: Sealer,
  userId: string,
  sealed: string,
  label: { readonly issuer: string; readonly username: string },
): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load()
  const secret = Secret.fromBase32(sealer.open(sealed, totpContext(userId)).toString())
  const uri = new TOTP({ issuer: label.issuer, label: label.username, secret, period }).toString()
  return { secret: secret.base32, uri }
}

/** The time step a code belongs to, one earlier or later included; undefined when it fits none. */
export async function matchTotp(
  sealer: Sealer,
  userId: string,
  sealed: string,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const { Secret, TOTP } = await load()
  const secret = Secret.fromBase32(sealer.open(sealed, totpContext(userId)).toString())
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
