// What is different in an approval since an entry of its log, for one who may see a part of its values.
import { netOf } from '../../../core/variables.ts'
import type { Db } from '../../../db/schema.ts'
import type { Readable } from '../access.ts'
import { listChangesAfter } from '../timeline/queries.ts'
import { readChanges } from '../timeline/timeline.ts'
import type { LastLookView } from './schema.ts'

type Differences = Omit<LastLookView, 'seen'>

/** From after the first entry up to the second. */
export interface Span {
  readonly after: number
  readonly upTo: number
}

export async function readDifferences(
  db: Db,
  { instance, sees }: Pick<Readable, 'instance' | 'sees'>,
  { after, upTo }: Span,
): Promise<Differences> {
  const rows = await listChangesAfter(db, instance.tenantId, instance.id, after)
  const entries = rows.filter(({ sequence }) => sequence <= upTo)
  const changes = netOf(entries.flatMap(({ details }) => readChanges(details?.['changes'])))
  const labels = new Map(instance.declaredVariables.map(({ name, label }) => [name, label ?? null]))
  return {
    changes: changes
      .filter(({ name }) => sees(name))
      .map((change) => ({ ...change, label: labels.get(change.name) ?? null })),
    attachments: readAttachments(instance, { after, upTo }),
  }
}

function readAttachments(
  { attached }: Readable['instance'],
  { after, upTo }: Span,
): Differences['attachments'] {
  const within = (sequence: number | undefined) =>
    sequence !== undefined && sequence > after && sequence <= upTo
  return (attached ?? []).flatMap(({ documentId, versionId, name, sequence, removed }) => {
    const [came, went] = [within(sequence), within(removed?.sequence)]
    // What came and went meanwhile is no difference.
    if (came === went) return []
    return [{ documentId, versionId, name, change: came ? 'added' : 'removed' }] as const
  })
}

export const isDifferent = ({ changes, attachments }: Differences): boolean =>
  changes.length > 0 || attachments.length > 0
