import { readOptions } from '@countersign/service-kit/command-line'
import type { Deps } from '../deps.ts'
import { runMigration } from '../features/source-migrations/run.ts'
import { findSourceNamed, type Print, readTenant } from './arguments.ts'

const one = { type: 'string' } as const
const options = { tenant: one, from: one, to: one, release: { type: 'boolean' } } as const

/** @param note Told how far it is. @returns whether everything was moved. */
export async function moveSource(
  deps: Deps,
  args: readonly string[],
  { print, note }: { readonly print: Print; readonly note: Print },
): Promise<boolean> {
  const { tenant, from, to, release = false } = readOptions(options, args, ['tenant', 'from', 'to'])
  const tenantId = readTenant(tenant)
  const sourceId = await findSourceNamed(deps, tenantId, from)
  const targetId = await findSourceNamed(deps, tenantId, to)
  const order = { tenantId, sourceId, targetId, release }
  const last = await runMigration(deps, order, ({ progress, obstacle }) =>
    note(JSON.stringify({ ...progress, obstacle: obstacle?.reason })),
  )
  print(JSON.stringify(last))
  return ['DONE', 'RELEASED'].includes(last.status)
}
