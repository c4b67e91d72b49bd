// The call, an optional `.each(…)` or `.skipIf(…)`, then the title as a plain literal.
const TITLE =
  /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*?\)|\(\[[\s\S]*?\](?: as const)?\))?\(\s*(['"`])([\s\S]*?)\1/g

/** The titles of a test file, as they are written. */
export function titlesOf(text: string): readonly string[] {
  return [...text.matchAll(TITLE)].map((match) => match[2] ?? '')
}

/** The tests and groups of a test file with what is in them, by how far the lines are set in. */
export function findTests(text: string): readonly { title: string; body: string }[] {
  return [...text.matchAll(TITLE)].map((match) => {
    const start = text.lastIndexOf('\n', match.index) + 1
    const rest = text.slice(match.index + match[0].length)
    const end = rest.search(new RegExp(`\\n {0,${match.index - start}}\\S`))
    return { title: match[2] ?? '', body: end < 0 ? rest : rest.slice(0, end) }
  })
}
