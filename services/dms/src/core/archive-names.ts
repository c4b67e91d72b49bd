import { cleanFileName } from './file-name.ts'

// Of most file systems, and in UTF-8 of the strictest.
const MAX_BYTES = 255

/**
 * Names for the entries of one archive: safe to unpack on any system and told apart also where
 * case or Unicode form do not count.
 */
export function nameEntries(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const safe = cleanFileName(fileName)
    const ending = /\.[^.\s]{1,16}$/u.exec(safe)?.[0] ?? ''
    const stem = safe.slice(0, safe.length - ending.length)
    let name = shorten(stem, ending)
    for (let count = 2; taken.has(fold(name)); count++) name = shorten(stem, ` (${count})${ending}`)
    taken.add(fold(name))
    return name
  })
}

function shorten(stem: string, rest: string): string {
  const most = MAX_BYTES - Buffer.byteLength(rest)
  // A stream leaves out the beginning of a character whose end is not there.
  const cut = new TextDecoder().decode(Buffer.from(stem).subarray(0, most), { stream: true })
  return rest === '' ? cut.replace(/[.\s]+$/, '') : cut + rest
}

const fold = (name: string) => name.normalize('NFKC').toLowerCase()
