import { CommandFault } from '@countersign/service-kit/command-line'
import type { Deps } from '../deps.ts'
import { listSources } from '../features/sources/queries.ts'

/** Takes a line of the answer. */
export type Print = (line: string) => void

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @throws {@link CommandFault} for what is no id. */
export function readTenant(text: string | undefined): string {
  if (text === undefined || !UUID.test(text)) throw new CommandFault('--tenant is no id')
  return text.toLowerCase()
}

/**
 * The source that an operator means by its id or its name.
 *
 * @throws {@link CommandFault} when the tenant has none like that; names those it has.
 */
export async function findSourceNamed(
  deps: Pick<Deps, 'db'>,
  tenantId: string,
  text: string | undefined,
): Promise<string> {
  const sources = await listSources(deps.db, tenantId)
  const found = sources.find(({ id, name }) => name === text || id === text?.toLowerCase())
  if (found !== undefined) return found.id
  const names = sources.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw new CommandFault(`the tenant has no source ${text}; it has ${names || 'none'}`)
}
