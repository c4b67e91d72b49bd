import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import type { InboxSearch } from '../search.ts'
import type { Filter } from './queries.ts'

/** What the address narrows the inbox to, under a name. */
export const toFilter = (name: string, { box, q, bizType, overdue }: InboxSearch): Filter =>
  dropEmpty({ name, box: box ?? 'todo', q, bizType, overdue })

/** The address that it stands for. */
export const toSearch = ({ box, q, bizType, overdue }: Filter): InboxSearch => ({
  ...(box === 'todo' ? {} : { box }),
  ...dropEmpty({ q, bizType }),
  ...(overdue === true ? { overdue: true as const } : {}),
})

/** Whether both ask for the same, whatever they are called. */
export const asksTheSame = (one: Filter, other: Filter): boolean =>
  one.box === other.box &&
  (one.q ?? '') === (other.q ?? '') &&
  (one.bizType ?? '') === (other.bizType ?? '') &&
  (one.overdue ?? false) === (other.overdue ?? false)

/** A name is there once: what is saved under it again takes its place. */
export function withFilter(items: readonly Filter[], filter: Filter): readonly Filter[] {
  const at = items.findIndex(({ name }) => name === filter.name)
  return at < 0 ? [...items, filter] : items.with(at, filter)
}

export const withoutFilter = (items: readonly Filter[], gone: Filter): readonly Filter[] =>
  items.filter(({ name }) => name !== gone.name)
