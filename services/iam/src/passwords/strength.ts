import { checkPassword, type PasswordFault } from '../core/passwords.ts'

/** Of 0 to 4: 3 is beyond 10^8 guesses, which throttling and argon2id turn into years. */
const wantedScore = 3

/** As much as is looked at: a strong beginning is enough, and the work stays bounded. */
const lookedAt = 64

/** The fault of a password somebody chose: by the rules, then by how soon it would be guessed. */
export async function judgePassword(
  password: string,
  username: string,
): Promise<PasswordFault | undefined> {
  const fault = checkPassword(password, username)
  if (fault !== undefined) return fault
  const { check } = await (estimator ??= loadEstimator())
  const { score } = check(password.slice(0, lookedAt), [username, 'countersign'])
  return score < wantedScore ? 'too_simple' : undefined
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
