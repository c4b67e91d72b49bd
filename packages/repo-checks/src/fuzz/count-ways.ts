import { parseSync } from 'oxc-parser'
import { walk, waysOf, type Node, type Way } from './find-ways.ts'
import { COUNTERS } from './ways.ts'

export interface Counted {
  readonly source: string
  /** How many there are; their numbers begin with the one that was given. */
  readonly ways: number
  /** Texts that the code compares with or looks for. */
  readonly words: readonly string[]
}

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * Puts a counter into every way that the code of a module can go: bodies of functions, both sides of conditions, what stands
 * behind `&&`, `||` and `??`, cases. Types stay, and nothing moves to another line.
 *
 * Kept by: packages/repo-checks/src/fuzz/count-ways.test.ts "leaves what the code does as it was"
 */
export function countWays(file: string, source: string, first: number): Counted {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  // The parser has a type for each kind of node; they all look like this.
  const nodes = [...walk(program as unknown as Node)]
  const ways = nodes.flatMap(waysOf)
  const insertions = ways.flatMap((way, at) => toInsertions(way, `${COUNTERS}[${first + at}]++`))
  const words = new Set(nodes.flatMap(textsOf))
  return { source: insert(source, insertions), ways: ways.length, words: [...words] }
}

function toInsertions(way: Way, count: string): readonly Insertion[] {
  // What stands before may end without a semicolon.
  if (way.kind === 'at') return [{ at: way.at, text: `;${count};` }]
  const { start, end } = way.part
  const [open, close] = way.kind === 'statement' ? [`{${count};`, '}'] : [`(${count},`, ')']
  return [
    { at: start, text: open },
    { at: end, text: close },
  ]
}

/** What a text of the code, or the letters of a pattern, could be in an input. */
function textsOf(node: Node): readonly string[] {
  const { type, value, regex } = node
  if (type === 'TemplateElement') return [memberOf(value, 'cooked')].filter(isWord)
  if (type !== 'Literal') return []
  const pattern = memberOf(regex, 'pattern')
  if (typeof pattern !== 'string') return [value].filter(isWord)
  return (pattern.match(/[A-Za-z][\w:/=.-]*/g) ?? []).filter(isWord)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 40 && !value.includes('\n')

/** At the same place what was found first stands first: an outer way opens before an inner one, and closes after it. */
function insert(source: string, found: readonly Insertion[]): string {
  const isClosing = ({ text }: Insertion) => text === ')' || text === '}'
  const sorted = found
    .map((one, order) => ({ ...one, order }))
    .toSorted((a, b) => {
      if (a.at !== b.at) return a.at - b.at
      if (isClosing(a) !== isClosing(b)) return isClosing(a) ? -1 : 1
      return isClosing(a) ? b.order - a.order : a.order - b.order
    })
  const parts: string[] = []
  let from = 0
  for (const { at, text } of sorted) {
    parts.push(source.slice(from, at), text)
    from = at
  }
  return `${parts.join('')}${source.slice(from)}`
}
