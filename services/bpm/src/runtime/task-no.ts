import { randomBytes } from 'node:crypto'

// Crockford's alphabet: without I, L, O and U, which are misread or make words.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A number for a new task, such as `T-7K3M9Q2X`: short enough to read out, and too many (2^40) to
 * guess. The database refuses the rare repeat within a tenant.
 */
export function newTaskNo(): string {
  const letters = Array.from(randomBytes(8), (byte) => alphabet.charAt(byte & 31))
  return `T-${letters.join('')}`
}
