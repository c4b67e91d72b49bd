export type PasswordFault = 'too_short' | 'too_long' | 'contains_username' | 'too_simple'

const minLength = 10
const maxLength = 200

/**
 * The policy for chosen passwords: length above composition (NIST SP 800-63B section 5.1.1.2), not
 * the account's own name, not one character or a plain run over and over.
 */
export function checkPassword(password: string, username: string): PasswordFault | undefined {
  const length = [...password].length
  if (length < minLength) return 'too_short'
  if (length > maxLength) return 'too_long'
  if (password.toLowerCase().includes(username.toLowerCase())) return 'contains_username'
  if (new Set(password.toLowerCase()).size < 5 || isRun(password)) return 'too_simple'
  return undefined
}

function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  return steps.size === 1
}
