/**
 * The words of a text, for the search. Chinese is written without spaces, so its words are found by the
 * runtime's own rules. Runs in browsers as well, copied there as it is written: it uses nothing
 * from outside.
 */
export function tokenize(text: string): string[] {
  const words = text.split(/[\n\r\p{Z}\p{P}]+/u)
  return words.flatMap((word) => {
    if (!/\p{Script=Han}/u.test(word)) return word
    const parts = new Intl.Segmenter('zh', { granularity: 'word' }).segment(word)
    return Array.from(parts, ({ segment }) => segment)
  })
}
