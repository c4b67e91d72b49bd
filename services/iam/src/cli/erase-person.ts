import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { findMember } from '../accounts/member-queries.ts'
import type { Operator } from '../actor.ts'
import type { IamDatabase } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { askForErasure, cancelErasure } from '../features/erasures/ask.ts'
import { findErasure } from '../features/erasures/queries.ts'
import type { ErasureView } from '../features/erasures/schema.ts'
import { viewErasure } from '../features/erasures/view.ts'

const one = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = { tenant: one, user: one, cancel: flag, status: flag } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Asks for the erasure of a member, cancels it, or says how far it is: by the use-cases of the routes, for who has no
 * console. It is done by the running service, after the time in which it can be cancelled.
 *
 * @returns the erasure; `cancelled` alone when it was.
 * @throws CommandFault, and the problems of the routes.
 */
export async function erasePerson(
  db: IamDatabase,
  erasure: Deps['erasure'],
  args: readonly string[],
): Promise<ErasureView | { readonly cancelled: string }> {
  const { tenant = '', user = '', cancel = false, status = false } = readOptions(options, args)
  const [tenantId, userId] = [tenant.toLowerCase(), user.toLowerCase()]
  if (!UUID.test(tenantId) || !UUID.test(userId))
    throw new CommandFault('--tenant and --user are ids')
  if (cancel && status) throw new CommandFault('--cancel or --status, not both')
  if ((await findMember(db, tenantId, userId)) === undefined)
    throw new CommandFault(`${userId} is no member of the tenant ${tenantId}`)
  const operator: Operator = { operator: 'iam-cli', tenantId }
  const deps = { db, now: () => new Date(), erasure }
  if (cancel) {
    await cancelErasure(deps, operator, userId)
    return { cancelled: userId }
  }
  if (!status) return (await askForErasure(deps, operator, userId)).body
  const found = await findErasure(db, userId)
  if (found === undefined) throw new CommandFault(`nobody asked for the erasure of ${userId}`)
  return viewErasure(db, erasure.services, found)
}
