import { cleanFileName } from './file-name.ts'

// Windows opens these as devices, whatever their ending.
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * Names for the entries of one archive: safe to unpack on any system and told apart also where
 * case or Unicode form do not count.
 */
export function nameEntries(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const clean = cleanFileName(fileName)
    const safe = device.test(clean) ? `_${clean}` : clean
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    let name = safe
    for (let count = 2; taken.has(fold(name)); count++) name = `${stem} (${count})${ending}`
    taken.add(fold(name))
    return name
  })
}

const fold = (name: string) => name.normalize('NFKC').toLowerCase()
