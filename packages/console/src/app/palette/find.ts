import type { IconName } from '../../shared/icon.tsx'

export const groups = ['pages', 'actions', 'approvals', 'documents', 'people'] as const
export type Group = (typeof groups)[number]

/** Something that the palette leads to. */
export interface Find {
  /** Its own among all finds. */
  readonly id: string
  readonly group: Group
  readonly label: string
  /** What tells it from others of its name. */
  readonly hint?: string
  readonly icon: IconName
  readonly run: () => void
}

const mostOfGroup = 6

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** Those whose name or hint has every word of the text; names that begin with it come first. */
export function matchFinds(finds: readonly Find[], text: string): readonly Find[] {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const matching = finds.filter(({ label, hint = '' }) => {
    const whole = plain(`${label} ${hint}`)
    return words.every((word) => whole.includes(word))
  })
  const [first = ''] = words
  const isFirst = ({ label }: Find) => plain(label).startsWith(first)
  return [...matching.filter(isFirst), ...matching.filter((find) => !isFirst(find))]
}

/** In the order of the groups, a few of each, each thing once. */
export function arrangeFinds(finds: readonly Find[]): readonly Find[] {
  const once = [...new Map(finds.toReversed().map((find) => [find.id, find])).values()].toReversed()
  return groups.flatMap((group) =>
    once.filter((find) => find.group === group).slice(0, mostOfGroup),
  )
}

/** The place after a key, of so many; after the last comes the first. Undefined for other keys. */
export function placeAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return count - 1
    case 'PageUp':
      return 0
    default:
      return undefined
  }
}
