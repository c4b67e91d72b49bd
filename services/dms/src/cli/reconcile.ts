import { reconcileAnchors } from '@countersign/service-kit/audit-restores'
import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { createReport, toFinding } from '@countersign/service-kit/reconcile'
import { reconcileOptions, toReconcileOptions } from '@countersign/service-kit/reconcile-options'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { reconcileBindings } from '../features/reconcile/bindings.ts'
import { reconcileObjects } from '../features/reconcile/objects.ts'
import { listTenants } from '../features/reconcile/queries.ts'
import { reconcileApprovals } from '../features/reconcile/rebind.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_GRACE_DAYS = 7

const options = {
  ...reconcileOptions,
  read: { type: 'boolean' },
  'grace-days': { type: 'string' },
} as const

/**
 * Compares this service with its anchors, the object stores and the workflow service, after one of them was
 * restored. May run beside the service, twice and at once: each repair is a transaction of its own, and looks
 * again under its locks.
 *
 * @returns whether nothing is left to do.
 */
export async function reconcile(
  deps: Deps,
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const { read = false, 'grace-days': grace, ...given } = readOptions(options, args)
  const { repair, json, since } = toReconcileOptions(given, deps.now())
  const unnamedBefore = new Date(deps.now().getTime() - readDays(grace) * DAY_MS)
  const report = createReport({ service: 'dms', json, print })
  const { db, now } = deps
  await reconcileAnchors({ db, service: 'dms', config, now, repair, report })
  for (const tenantId of await listTenants(db)) {
    await reconcileBindings(deps, report, tenantId, { repair, since })
    await reconcileApprovals(deps, report, tenantId, { repair, since })
    const objects = { repair, read, unnamedBefore }
    await reconcileObjects(deps, report, tenantId, objects).catch((error: unknown) =>
      report.add(toFinding('store_unanswered', tenantId, error)),
    )
  }
  return report.end()
}

// Nothing, as a variable that is not set leaves it, is no 0: that would remove what is being stored.
function readDays(given: string | undefined): number {
  if (given === undefined) return DEFAULT_GRACE_DAYS
  if (!/^\d{1,5}$/.test(given))
    throw new CommandFault(`--grace-days is a number of days, not '${given}'`)
  return Number(given)
}
