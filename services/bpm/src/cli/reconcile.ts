import { reconcileAnchors } from '@countersign/service-kit/audit-restores'
import { createReport, toFinding } from '@countersign/service-kit/reconcile'
import { readReconcileOptions } from '@countersign/service-kit/reconcile-options'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { createEventSigner } from '../features/deliveries/keys/event-keys.ts'
import { reconcileLanes } from '../features/deliveries/reconcile/lanes.ts'
import { reconcilePeople } from '../features/deliveries/reconcile/people.ts'
import { listTenants } from '../features/deliveries/reconcile/queries.ts'
import { tellGrantsAgain } from '../features/instances/attachments/grant-queries.ts'

/**
 * Compares this service with its anchors, its receivers and iam, after one of them was restored. May run beside
 * the service, twice and at once: each repair is a transaction of its own, and looks again under its locks.
 *
 * @returns whether nothing is left to do.
 */
export async function reconcile(
  deps: Deps,
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const { repair, since, json } = readReconcileOptions(args, deps.now())
  const report = createReport({ service: 'bpm', json, print })
  const { db, now } = deps
  await reconcileAnchors({ db, service: 'bpm', config, now, repair, report })
  const ca = config.CALLBACK_CA
  const http = createWebhookClient({ userAgent: 'countersign-bpm', ...(ca && { ca }) })
  const send = {
    ...deps,
    http,
    signer: createEventSigner(deps),
    privateCallbacks: config.BPM_PRIVATE_CALLBACKS,
  }
  const signal = new AbortController().signal
  try {
    for (const tenantId of await listTenants(db)) {
      await reconcileLanes({ db, send, now, report, signal }, tenantId, { repair, since })
      // Whether dms knows less or more is not asked: to be told again what it knows changes nothing there.
      const told = repair ? await tellGrantsAgain(db, tenantId, since) : 0
      if (told > 0) report.count('approvals with attachments, of which dms is told again', told)
      await reconcilePeople({ db, directory: deps.directory, report }, tenantId).catch(
        (error: unknown) => report.add(toFinding('iam_unanswered', tenantId, error)),
      )
    }
  } finally {
    await http.close()
  }
  return report.end()
}
