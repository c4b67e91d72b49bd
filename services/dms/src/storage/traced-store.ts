import { inSpanOfCaller } from '@countersign/service-kit/tracing'
import type { StorageKind } from '../core/storage-kind.ts'
import type { ObjectStore } from './object-store.ts'

/** Tells the trace of whoever asks how long the storage took; what is read is told until it is open. */
export function traceStore(store: ObjectStore, kind: StorageKind): ObjectStore {
  const attributes = { 'countersign.storage.kind': kind }
  const traced =
    <Args extends readonly unknown[], Result>(
      operation: string,
      work: (...args: Args) => Promise<Result>,
    ) =>
    (...args: Args): Promise<Result> =>
      inSpanOfCaller(`storage ${operation}`, { attributes }, () => work(...args))
  return {
    ...store,
    append: traced('append', store.append),
    beginParts: traced('begin parts', store.beginParts),
    putPart: traced('put part', store.putPart),
    commit: traced('commit', store.commit),
    discard: traced('discard', store.discard),
    find: traced('find', store.find),
    read: traced('read', store.read),
    open: traced('open', store.open),
    remove: traced('remove', store.remove),
  }
}
