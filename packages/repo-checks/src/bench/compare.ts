import type { Figure } from './figures.ts'

interface Compared extends Omit<Figure, 'value'> {
  readonly value: number | undefined
  readonly before: number | undefined
  /** Now divided by before; undefined where one of them is missing or before was nothing. */
  readonly ratio: number | undefined
}

const keyOf = ({ bench, what, measure }: Omit<Figure, 'value'>) => `${bench}\n${what}\n${measure}`

export function compareFigures(
  now: readonly Figure[],
  against: { readonly figures: readonly Figure[] },
): readonly Compared[] {
  const before = new Map(against.figures.map((figure) => [keyOf(figure), figure.value]))
  const known = new Set(now.map(keyOf))
  return [
    ...now.map((figure) => {
      const old = before.get(keyOf(figure))
      return { ...figure, before: old, ratio: old ? figure.value / old : undefined }
    }),
    ...against.figures
      .filter((figure) => !known.has(keyOf(figure)))
      .map((figure) => ({ ...figure, value: undefined, before: figure.value, ratio: undefined })),
  ]
}

export function renderFigures(figures: readonly Figure[]): string {
  return renderTable(
    ['benchmark', 'what', 'figure', 'is'],
    figures.map(({ bench, what, measure, value }) => [bench, what, measure, String(value)]),
  )
}

export function renderCompared(compared: readonly Compared[]): string {
  return renderTable(
    ['benchmark', 'what', 'figure', 'before', 'now', 'now / before'],
    compared.map(({ bench, what, measure, before, value, ratio }) => [
      bench,
      what,
      measure,
      before?.toString() ?? '',
      value?.toString() ?? '',
      ratio?.toFixed(2) ?? '',
    ]),
  )
}

function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const texts = 3
  const rule = headings.map((_, i) => (i < texts ? '---' : '---:'))
  return [line(headings), line(rule), ...rows.map(line)].join('\n')
}
