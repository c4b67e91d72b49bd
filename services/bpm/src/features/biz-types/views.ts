import { mayStartBySignal, mayStartByTime } from '../../core/start-permit.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'
import type { BizTypeView, OwnedBizTypeView } from './schema.ts'

export function toBizTypeView(row: BizTypeRow): BizTypeView {
  return {
    code: row.code,
    version: row.version,
    name: row.name,
    ...(row.names === null ? {} : { names: row.names }),
    variables: row.variables,
    detailPath: row.detailPath,
    initiatePermission: row.initiatePermission,
    start: row.start,
    startsByTime: mayStartByTime(row),
    startsBySignal: mayStartBySignal(row),
    ...(row.keyFields.length === 0 ? {} : { keyFields: row.keyFields }),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toOwnedBizTypeView(row: BizTypeRow): OwnedBizTypeView {
  const events = row.callbackEvents === null ? {} : { events: row.callbackEvents }
  return {
    ...toBizTypeView(row),
    callback: {
      origin: row.callbackOrigin,
      path: row.callbackPath,
      ...events,
      maxEventsPerRequest: row.callbackMaxEvents,
    },
  }
}
