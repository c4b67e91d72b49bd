import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const hashBytes = 5

/** Seen from the sources and from the build alike; what is in it says data/README.md. */
const file = new URL('../../data/breached-passwords.bin', import.meta.url)

// Half a megabyte, loaded with the first password that is chosen.
let loaded: Promise<Buffer> | undefined

/** Whether a password in lower case is among the most used ones of public leaks. */
export async function isBreached(folded: string): Promise<boolean> {
  const hashes = await (loaded ??= readFile(file))
  const wanted = createHash('sha256').update(folded).digest().subarray(0, hashBytes)
  let [from, to] = [0, hashes.length / hashBytes]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const at = middle * hashBytes
    const order = wanted.compare(hashes, at, at + hashBytes)
    if (order === 0) return true
    if (order > 0) from = middle + 1
    else to = middle
  }
  return false
}
