import { checkPassword, foldPassword, unshift, type PasswordFault } from '../core/passwords.ts'
import { isBreached } from './breached.ts'

/** Of 0 to 4: 3 is beyond 10^8 guesses, which throttling and argon2id turn into years. */
const wantedScore = 3

/** As much as is looked at: a strong beginning is enough, and the work stays bounded. */
const lookedAt = 64

/**
 * The fault of a password somebody chose: by the rules, by what leaked elsewhere, then by how soon it
 * would be guessed, also by who knows that signs are digits with Shift.
 *
 * @param names Of the person and the tenant.
 */
export async function judgePassword(
  password: string,
  username: string,
  names: readonly string[] = [],
): Promise<PasswordFault | undefined> {
  const fault = checkPassword(password, username, names)
  if (fault !== undefined) return fault
  const folded = foldPassword(password)
  const keys = unshift(folded)
  if ((await isBreached(folded)) || (await isBreached(keys))) return 'breached'
  const { check } = await (estimator ??= loadEstimator())
  const words = [username, 'countersign', ...names]
  const scores = [password, keys].map((text) => check(text.slice(0, lookedAt), words).score)
  return Math.min(...scores) < wantedScore ? 'too_simple' : undefined
}

let estimator: ReturnType<typeof loadEstimator> | undefined

// The word lists are large: loaded with the first password that is chosen.
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
  })
  return {
    check: (password: string, inputs: string[]) => factory.check(password, inputs),
  }
}
