import { CommandFault, readOptions, whoRuns } from '../process/command-line.ts'
import {
  askForTenantErasure,
  cancelTenantErasure,
  eraseTenant,
  refuseOthers,
  type TenantErasing,
} from './erase.ts'
import { findTenantErasure, type TenantErasure } from './erasure-queries.ts'

const one = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  tenant: one,
  confirm: one,
  by: one,
  'wait-days': one,
  status: flag,
  cancel: flag,
} as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WAIT_DAYS = '7'

/**
 * Asks for the erasure of a tenant, does it, says how far it is, or cancels it. Prints what became of it as a line
 * of JSON.
 *
 * @throws CommandFault when it is called wrongly, or may not be done.
 */
export async function eraseTenantByCommand<S>(
  erasing: TenantErasing<S>,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const given = readOptions(options, args)
  const { confirm, status = false, cancel = false } = given
  const tenantId = given.tenant?.toLowerCase() ?? ''
  if (!UUID.test(tenantId)) throw new CommandFault('--tenant is no id')
  if ([confirm !== undefined, status, cancel].filter(Boolean).length > 1)
    throw new CommandFault('--confirm, --status or --cancel, not two of them')
  if (status) return print(view(await getKnown(erasing, tenantId)))
  await refuseOthers(erasing)
  if (cancel) {
    await cancelTenantErasure(erasing, tenantId)
    return print(JSON.stringify({ tenantId, state: 'CANCELLED' }))
  }
  if (confirm !== undefined)
    return print(view(await eraseTenant(erasing, tenantId, confirm.toLowerCase())))
  const waitDays = readDays(given['wait-days'] ?? WAIT_DAYS)
  const asked = { tenantId, by: whoRuns(given.by), waitDays }
  return print(view(await askForTenantErasure(erasing, asked)))
}

async function getKnown<S>({ db }: TenantErasing<S>, tenantId: string): Promise<TenantErasure> {
  const erasure = await findTenantErasure(db, tenantId)
  if (erasure === undefined) throw new CommandFault('nobody asked for it')
  return erasure
}

function readDays(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new CommandFault('--wait-days is a number of days, 0 to 999')
  return Number(text)
}

const stateOf = ({ begunAt, endedAt }: TenantErasure) =>
  endedAt !== null ? 'DONE' : begunAt !== null ? 'ERASING' : 'WAITING'

const view = (erasure: TenantErasure): string => {
  const { cancelledAt: _, ...said } = erasure
  return JSON.stringify({ state: stateOf(erasure), ...said })
}
