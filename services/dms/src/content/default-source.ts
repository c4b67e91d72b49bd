import { uuidv7 } from 'uuidv7'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { findDefaultSource, insertSource, type SourceRow } from './source-queries.ts'

/** What the source is called that a tenant gets from the settings. */
export const FIRST_NAME = 'default'

/** The tenant's default source; whoever needs it first makes one as the deployment says. */
export async function ensureDefaultSource(deps: Deps, tenantId: string): Promise<SourceRow> {
  const found = await findDefaultSource(deps.db, tenantId)
  if (found !== undefined) return found
  const first = { ...deps.settings.firstSource, id: uuidv7(), name: FIRST_NAME, basePath: null }
  // Of two that need it at once one inserts and both read.
  await insertSource(deps.db, tenantId, { ...first, isDefault: true }, deps.now())
  const made = await findDefaultSource(deps.db, tenantId)
  if (made === undefined)
    throw problems.storage_unavailable({ detail: 'There is no default source.' })
  return made
}
