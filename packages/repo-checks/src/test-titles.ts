// The call, an optional `.each(…)` or `.skipIf(…)`, then the title as a plain literal.
const TITLE =
  /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*?\)|\(\[[\s\S]*?\](?: as const)?\))?\(\s*(['"`])([\s\S]*?)\1/g

/** The titles of a test file, as they are written. */
export function titlesOf(text: string): readonly string[] {
  return [...text.matchAll(TITLE)].map((match) => match[2] ?? '')
}
