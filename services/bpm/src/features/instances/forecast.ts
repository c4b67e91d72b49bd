import type { Deps } from '../../deps.ts'
import type { InstanceRow } from '../../runtime/load/instances.ts'
import { walk, walkStart } from '../../runtime/forecast/path.ts'
import type { PathView, StartPathView } from '../../runtime/views/path-view.ts'
import { foresee } from '../../runtime/foresee.ts'
import { loadState } from '../../runtime/load/state.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { prepareStart, type Initiator } from './prepare-start.ts'
import type { PreviewBody } from './schema.ts'

type ForecastDeps = Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>

/** The path and the people that a start would give, if everybody approved. Nothing is stored. */
export async function previewStart(
  deps: ForecastDeps,
  initiator: Initiator,
  body: PreviewBody,
): Promise<StartPathView> {
  const { tenantId, userId } = initiator
  const { definition, variables } = await prepareStart(deps, initiator, body)
  const process = await deps.processes.get(tenantId, definition.id)
  const { bizType, selections } = body
  return walkStart(deps, process, { tenantId, initiatorId: userId, bizType, variables, selections })
}

/** Where a running approval goes from here, if everybody approved. */
export async function forecastInstance(
  deps: ForecastDeps,
  instance: InstanceRow,
): Promise<PathView> {
  if (instance.endedAt !== null) return { steps: [], complete: true, openQuestion: null }
  if (instance.status !== 'RUNNING') {
    const openQuestion = `The approval is ${instance.status}.`
    return { steps: [], complete: false, openQuestion }
  }
  const process = await deps.processes.get(instance.tenantId, instance.definitionId)
  const { state } = await loadState(deps.db, instance)
  const directory = withStandIns(deps, instance)
  return foresee({ db: deps.db, directory, tenantId: instance.tenantId }, (known) =>
    walk({ process, known, options: deps.engineOptions }, state, undefined),
  )
}
