export type PasswordFault =
  'too_short' | 'too_long' | 'contains_username' | 'contains_name' | 'too_simple' | 'breached'

const minLength = 10
const maxLength = 200

/** What beside its names an account's password may not be made of: this software. */
const product = 'countersign'

/** Words of the calendar, which policies of expiry taught everybody to use. */
const calendar =
  'spring summer autumn winter january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  )

/**
 * The policy for chosen passwords: length above composition, not of the names that belong to the
 * account (NIST SP 800-63B section 5.1.1.2), not one character or a plain run over and over.
 *
 * @param names Of the person, of the tenant: whatever a stranger would try first.
 */
export function checkPassword(
  password: string,
  username: string,
  names: readonly string[] = [],
): PasswordFault | undefined {
  const length = [...password].length
  if (length < minLength) return 'too_short'
  if (length > maxLength) return 'too_long'
  const folded = foldPassword(password)
  if (folded.includes(username.toLowerCase())) return 'contains_username'
  if (isMadeOf(folded, [product, username, ...names].flatMap(wordsOf))) return 'contains_name'
  if (isMadeOf(folded, calendar)) return 'too_simple'
  if (new Set(folded).size < 5 || isRun(password)) return 'too_simple'
  return undefined
}

export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

// The upper row of the keyboard where most of what leaked was typed.
const shifted: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}

/** The keys that were pressed, whether with Shift or without: `!QAZ` is `1qaz`. */
export const unshift = (folded: string): string =>
  folded.replaceAll(/[!@#$%^&*()]/g, (sign) => shifted[sign] ?? sign)

const wordsOf = (name: string): string[] => {
  const folded = foldPassword(name)
  return [folded.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...folded.split(/[^\p{L}\p{N}]+/u)].filter(
    (word) => [...word].length > (/\p{Script=Han}/u.test(word) ? 1 : 2),
  )
}

/** As many letters and digits beside the words, years left out, make it a password of its own. */
const ownCharacters = 6

/** Whether next to nothing is left of a password without some words, years and signs. */
function isMadeOf(folded: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const without = longestFirst.reduce((rest, word) => rest.replaceAll(word, ' '), folded)
  if (without === folded) return false
  const rest = without.replaceAll(/(19|20)\d\d|[^\p{L}\p{N}]/gu, '')
  return [...rest].length < ownCharacters
}

function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  return steps.size === 1
}
