import type { ListedObject, ObjectStore } from '../storage/object-store.ts'
import type { SourceRow } from './source-queries.ts'

/** What a source has of its tenant: under the keys that uploads and what is made of them get there, and without its path. */
export async function* listOfTenant(
  store: ObjectStore,
  { tenantId, basePath }: Pick<SourceRow, 'tenantId' | 'basePath'>,
): AsyncGenerator<readonly ListedObject[]> {
  yield* store.list(`${tenantId}/`)
  if (basePath !== null) yield* store.list(`${basePath}/${tenantId}/`)
}
