import { reconcileAnchors } from '@countersign/service-kit/audit-restores'
import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { createReport } from '@countersign/service-kit/reconcile'
import type { Config } from '../config.ts'
import type { IamDatabase } from '../db/types.ts'
import { reconcileRestore } from './restores/reconcile-restore.ts'

const options = {
  repair: { type: 'boolean' },
  json: { type: 'boolean' },
  'restored-to': { type: 'string' },
} as const

/**
 * After the database of this service was restored: puts on record that it was, and ends what could have been
 * revoked since. May run beside the service, twice and at once.
 *
 * @returns whether nothing is left to do.
 */
export async function reconcile(
  db: IamDatabase,
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const { repair = false, json = false, 'restored-to': given } = readOptions(options, args)
  const restoredTo = given === undefined ? undefined : new Date(given)
  if (restoredTo !== undefined && !(restoredTo.getTime() < Date.now())) {
    throw new CommandFault(`--restored-to is a time that is past, not ${given}`)
  }
  const report = createReport({ service: 'iam', json, print })
  const now = () => new Date()
  await reconcileAnchors({ db, service: 'iam', config, now, repair, report })
  if (restoredTo !== undefined) await reconcileRestore(db, report, { restoredTo, repair })
  return report.end()
}
