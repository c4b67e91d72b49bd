import type { Database } from '../../../db/schema.ts'
import { isNarrowed, readNarrowed, type Narrowing } from '../../../runtime/load/narrowed.ts'
import { listInbox, type BoxPage, type InboxItemRow } from '../inbox-queries.ts'
import {
  countUpTo,
  hasNamed,
  isLongerThan,
  listEntriesOf,
  walkBox,
} from '../inbox-search-queries.ts'
import { findTask } from '../queries.ts'

export interface InboxFilter extends BoxPage, Omit<Narrowing, 'bizId'> {}

/** A page of what somebody has to do: what is due first, then what is due at no time, newest first. */
export async function searchByDue(
  db: Database,
  tenantId: string,
  filter: InboxFilter,
): Promise<readonly InboxItemRow[]> {
  const { part, limit, after, ...rest } = filter
  const dated =
    part === 'undated'
      ? []
      : await searchInbox(db, tenantId, { ...rest, part: 'dated', limit, after })
  if (dated.length >= limit || filter.dueBefore !== undefined) return dated
  const undated = { ...rest, part: 'undated', limit } as const
  const follows = part === 'undated' ? { after } : {}
  const others = await searchInbox(db, tenantId, { ...undated, ...follows })
  return [...dated, ...others.slice(0, limit - dated.length)]
}

/** A page of one person's box, or of a part of it. */
export async function searchInbox(
  db: Database,
  tenantId: string,
  filter: InboxFilter,
): Promise<readonly InboxItemRow[]> {
  const q = filter.q === '' ? undefined : filter.q
  const { bizType, initiator, limit } = filter
  if (!isNarrowed({ q, bizType, initiator })) return listInbox(db, tenantId, filter)
  const numbered = q === undefined ? undefined : await findTask(db, tenantId, q.toUpperCase())
  const box = { ...filter, tenantId, q, numbered: numbered?.id }
  return readNarrowed(
    db,
    tenantId,
    { q, bizType, initiator, limit },
    {
      walk: (most) => walkBox(db, box, most),
      isLonger: (than) => isLongerThan(db, box, than),
      long: { upTo: (most) => countUpTo(db, box, most), has: hasNamed(box) },
      among: (instanceIds) => listEntriesOf(db, box, instanceIds),
    },
  )
}
