import type { Deps } from '../../../deps.ts'
import { walkStart } from '../../../runtime/forecast/path.ts'
import type { StartPathView } from '../../../runtime/views/path-view.ts'
import type { PreviewBody } from '../schema.ts'
import { prepareStart, requireStart, type Initiator } from './prepare-start.ts'

/** The path and the people that a start would give, if everybody approved. Nothing is stored. */
export async function previewStart(
  deps: Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>,
  initiator: Initiator,
  body: PreviewBody,
): Promise<StartPathView> {
  const { tenantId, userId } = initiator
  const { definition, variables } = await prepareStart(deps, initiator, body)
  const process = await deps.processes.get(tenantId, definition.id)
  const { bizType, message, selections } = body
  const begin = requireStart(process, message)
  const given = { bizType, variables, selections, begin }
  return walkStart(deps, process, { tenantId, initiatorId: userId, ...given })
}
