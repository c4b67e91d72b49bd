// Makes breached-passwords.bin of a list, one password a line, from standard input:
//   node bench/make-breached-list.ts < 10_million_password_list_top_1M.txt
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

const shortest = 10
const hashBytes = 5
// Long ones that every guesser knows from a picture or a book, and that the list is too short for.
const examples = ['correcthorsebatterystaple', 'correct horse battery staple']

const lines = [...(await text(process.stdin)).split('\n'), ...examples]
const folded = new Set(lines.map((line) => line.trim().normalize('NFKC').toLowerCase()))
const hashes = [...folded]
  .filter((password) => [...password].length >= shortest)
  .map((password) => createHash('sha256').update(password).digest().subarray(0, hashBytes))
  .toSorted((a, b) => a.compare(b))
await writeFile(new URL('../data/breached-passwords.bin', import.meta.url), Buffer.concat(hashes))
console.log(`${hashes.length} passwords`)
