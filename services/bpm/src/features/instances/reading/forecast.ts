import type { Deps } from '../../../deps.ts'
import { walk } from '../../../runtime/forecast/path.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { loadState } from '../../../runtime/load/snapshot.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import type { PathView } from '../../../runtime/views/path-view.ts'

/** Where a running approval goes from here, if everybody approved. */
export async function forecastInstance(
  deps: Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>,
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
  const sources = { db: deps.db, directory, tenantId: instance.tenantId }
  return walk({ process, sources, options: deps.engineOptions }, state, undefined)
}
