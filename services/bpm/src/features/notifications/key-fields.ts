import type { KeyField } from '@countersign/contracts'
import { visibleVariables } from '../../core/definition/task-form.ts'
import { toKeyFields } from '../../core/key-fields.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeItem } from './item-queries.ts'

/** What a mail shows of the values: all to whoever started the approval, to others what their task shows. */
export async function seenKeyFields(
  { processes }: Pick<Deps, 'processes'>,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  item: NoticeItem,
): Promise<readonly KeyField[]> {
  const { keyFields, keyValues, nodeId, definitionId, initiatorId } = item
  if (keyValues === null) return []
  if (initiatorId === userId) return toKeyFields(keyFields, keyValues).keyFields ?? []
  if (nodeId === null) return []
  const process = await processes.get(tenantId, definitionId)
  return toKeyFields(keyFields, visibleVariables(process, [nodeId], keyValues)).keyFields ?? []
}

/** The people whom key fields name. */
export const peopleIn = (fields: readonly KeyField[]): readonly string[] =>
  fields.flatMap(({ format, value }) =>
    format !== 'person' || typeof value === 'number'
      ? []
      : typeof value === 'string'
        ? [value]
        : value,
  )
