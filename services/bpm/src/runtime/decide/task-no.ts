import { randomFillSync } from 'node:crypto'

// Crockford's alphabet: without I, L, O and U, which are misread or make words.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LETTERS = 8
// Drawn ahead for many numbers: the draw itself costs more than the few bytes of one.
const drawn = Buffer.alloc(LETTERS * 128)
let used = drawn.length

/**
 * A number for a new task, such as `T-7K3M9Q2X`: short enough to read out, and too many (2^40) to
 * guess. The database refuses the rare repeat within a tenant.
 */
export function newTaskNo(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let number = 'T-'
  const end = used + LETTERS
  for (; used < end; used++) number += alphabet.charAt((drawn[used] ?? 0) & 31)
  return number
}
