const longest = 40

/**
 * A key for a process of this name that no other one has. A name without Latin letters gives a plain
 * one: to spell it out would be long, and wrong for names with several readings.
 */
export function proposeKey(name: string, taken: ReadonlySet<string>): string {
  const spelt = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, longest)
    .replace(/-$/, '')
  if (name.trim() === '') return ''
  if (spelt !== '' && !taken.has(spelt)) return spelt
  const [stem, first] = spelt === '' ? ['process', 1] : [spelt, 2]
  let number = first
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}
