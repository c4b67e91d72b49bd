/** One or two letters that stand for a name: first and last word, or the end of a Chinese name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  if (/^\p{Script=Han}+$/u.test(name.trim())) return [...first].slice(-2).join('')
  const letters = words.length > 1 ? [first, words.at(-1) ?? ''] : [first]
  return letters
    .map((word) => [...word].at(0) ?? '')
    .join('')
    .toUpperCase()
}
