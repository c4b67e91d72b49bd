import { CommandFault } from '@countersign/service-kit/command-line'
import { eraseTenantByCommand } from '@countersign/service-kit/tenants-erase-command'
import type { Deps } from '../deps.ts'
import { tenantErasing } from '../features/tenant-erasure/erasing.ts'
import { StorageUnavailable } from '../storage/object-store.ts'
import type { Print } from './arguments.ts'

/**
 * Erases a tenant as its options say.
 *
 * @throws CommandFault also when a storage does not answer: what is left goes when it is run again.
 */
export async function eraseTenant(
  deps: Deps,
  args: readonly string[],
  { print, note }: { readonly print: Print; readonly note: Print },
): Promise<true> {
  try {
    await eraseTenantByCommand({ ...tenantErasing(deps), note }, args, print)
    return true
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new CommandFault(`${error.message}: put that right and run this again`)
  }
}
