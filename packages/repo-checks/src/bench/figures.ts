import { marked, type Tokens } from 'marked'

export interface Figure {
  /** Which benchmark printed it: `iam`. */
  readonly bench: string
  /** What was measured: the words of its row. */
  readonly what: string
  /** The heading of its column, which ends with the unit where it has one: `p50 ms`. */
  readonly measure: string
  readonly value: number
}

const number = /^\*{0,2}(-?\d[\d,]*(?:\.\d+)?)\*{0,2}(?:\s?(?:ms|s|µs|MB|kB|MiB|GiB|%))?$/

/**
 * The figures in the tables that a benchmark prints: one for each cell that is a number, under the words of its
 * row and its column. A row that comes again, such as with more workers, is told apart by its turn.
 */
export function readFigures(bench: string, printed: string): readonly Figure[] {
  const turns = new Map<string, number>()
  return marked
    .lexer(printed)
    .filter((token): token is Tokens.Table => token.type === 'table')
    .flatMap((table) => table.rows.flatMap((row) => readRow(bench, table, row, turns)))
}

function readRow(
  bench: string,
  table: Tokens.Table,
  row: readonly Tokens.TableCell[],
  turns: Map<string, number>,
): Figure[] {
  const cells = row.map(({ text }, i) => ({
    heading: table.header[i]?.text ?? '',
    text: text.trim(),
    value: i === 0 ? undefined : readNumber(text.trim()),
  }))
  const words = cells
    .filter(
      ({ text, value, heading }) =>
        value === undefined && !/^-?$/.test(text) && !isGoal(heading, text),
    )
    .map(({ text }) => text)
    .join(', ')
  const key = `${table.header.map(({ text }) => text).join('|')}\n${words}`
  const turn = (turns.get(key) ?? 0) + 1
  turns.set(key, turn)
  const what = turn === 1 ? words : `${words} (${turn})`
  return cells.flatMap(({ heading, text, value }) =>
    value === undefined || isGoal(heading, text) ? [] : [{ bench, what, measure: heading, value }],
  )
}

function readNumber(text: string): number | undefined {
  const [, digits] = number.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/** What is wanted is no figure, nor whether it was reached. */
const isGoal = (heading: string, text: string): boolean =>
  /^(goal|wanted|at least)$/.test(heading) ||
  /^(holds|to compare|\*\*missed\*\*|[≥≤<>].*)$/.test(text)
