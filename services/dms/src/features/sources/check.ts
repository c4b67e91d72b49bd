import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@countersign/service-kit/http'
import type { Worker } from '@countersign/service-kit/serve'
import type { Deps } from '../../deps.ts'
import { listAllSources } from './queries.ts'

const RETRY_MS = 5_000

/**
 * Says once, when the service runs, which sources of the database its settings do not let it use: a
 * database that began on S3 under a service that was given a folder, credentials that were forgotten. What
 * lies elsewhere is served meanwhile, so the service is degraded and stays ready.
 */
export function sourceCheck(
  app: App,
  { db, stores, log }: Pick<Deps, 'db' | 'stores' | 'log'>,
): Worker {
  let status: 'UNKNOWN' | 'UP' | 'DEGRADED' = 'UNKNOWN'
  app.components.set('sources', () => status)
  const read = () =>
    listAllSources(db).catch((error: unknown) => {
      log.warn({ err: error }, 'nobody knows yet whether the sources can be used')
    })
  return async (signal) => {
    let sources = await read()
    while (sources === undefined) {
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      sources = await read()
    }
    const faulty = Map.groupBy(sources, (source) => stores.findFault(source))
    faulty.delete(undefined)
    for (const [fault, { length, [0]: first }] of faulty) {
      log.error(
        { fault, sources: length, tenantId: first?.tenantId, source: first?.name },
        'sources of the database cannot be used with these settings: uploads to them and downloads are 503',
      )
    }
    status = faulty.size === 0 ? 'UP' : 'DEGRADED'
  }
}
