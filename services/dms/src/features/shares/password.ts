import type { Deps } from '../../deps.ts'

/*
 * Passwords of shares: argon2id (RFC 9106) of the text, however a keyboard composed it. A few are computed at once, as
 * in iam, and too many are refused by `dms.unavailable` (503): each costs memory and the time of a processor.
 *
 * Kept by: services/dms/src/features/shares/password.test.ts "computes a few at once"
 */

type Hashing = Pick<Deps, 'hashing'>

// Native code, loaded with the first password.
const load = () => import('@node-rs/argon2')

export const hashPassword = ({ hashing }: Hashing, password: string): Promise<string> =>
  hashing.run(async () => (await load()).hash(password.normalize('NFC')))

export const isPassword = (
  { hashing }: Hashing,
  passwordHash: string,
  password: string,
): Promise<boolean> =>
  hashing.run(async () => {
    const { verify } = await load()
    // Hashes of 0.1 are of the text as it came.
    for (const text of new Set([password.normalize('NFC'), password])) {
      if (await verify(passwordHash, text)) return true
    }
    return false
  })
