import type { InstanceRow } from '../load/instances.ts'

/** Where the business object is shown: of a called approval, that of the one that called it first. */
export const detailUrlOf = (row: InstanceRow): string =>
  row.detailUrl ?? toDetailUrl(row.detailPath, row)

/** The detail path with its placeholders filled; a value cannot leave its place in the path. */
export function toDetailUrl(
  detailPath: string,
  instance: { bizId: string; bizType: string; id: string },
): string {
  return detailPath
    .replaceAll('{bizId}', encodeURIComponent(instance.bizId))
    .replaceAll('{bizType}', encodeURIComponent(instance.bizType))
    .replaceAll('{instanceId}', instance.id)
}
