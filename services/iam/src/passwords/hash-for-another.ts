import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'

/**
 * Hashes a password that somebody chooses for somebody else. Such hashes have a line of their own, one at a time and one of each
 * tenant in turn: however many the administrators of one tenant want at once, people still sign in, and others
 * still set passwords.
 *
 * Kept by: services/iam/src/oidc/sign-in/guessing.test.ts "beside 200 resets at once"
 *
 * @throws `iam.unavailable` (503) with Retry-After where the tenant wants too many at once.
 */
export async function hashForAnother(
  { hasher, resetLine }: Pick<Deps, 'hasher' | 'resetLine'>,
  tenantId: string,
  password: string,
): Promise<string> {
  const leave = await resetLine.enter({ place: tenantId, isKnown: false })
  if (leave === undefined) {
    throw problems.unavailable({
      detail: 'Too many passwords are being set at once.',
      headers: { 'retry-after': '1' },
    })
  }
  try {
    return await hasher.hash(password)
  } finally {
    leave()
  }
}
