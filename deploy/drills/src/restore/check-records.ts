import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerClient } from '../platform/sample-type.ts'
import type { People } from '../workload/people.ts'
import { untilClear } from '../workload/until-clear.ts'
import { verifyRecord } from './commands.ts'
import type { RestoreDrill } from './drill.ts'

/** Each approval that is there is decided, again where its decision was lost, and its record verifies. */
export async function checkRecords(drill: RestoreDrill, people: People): Promise<string[]> {
  const { moments, platform, workload } = drill
  const { bpm } = people.as('manager')
  const keys = join(platform.plan.layout.dataDir, 'record-keys.json')
  const published = await untilClear(workload.ledger, () => bpm.getRecordKeys())
  await writeFile(keys, JSON.stringify(published))
  const faults: string[] = []
  for (const bizId of moments.bpm.before.started) {
    const check = () => checkRecord(drill, people, { bizId, keys })
    const fault = await untilClear(workload.ledger, check)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

async function checkRecord(
  { platform: { plan } }: RestoreDrill,
  people: People,
  { bizId, keys }: { readonly bizId: string; readonly keys: string },
): Promise<string | undefined> {
  const { bizType } = plan.platform.sampleApp
  const owner = ownerClient(plan)
  const { bpm } = people.as('manager')
  const { items: tasks } = await bpm.listTasks({ query: { box: 'todo', q: bizId } })
  for (const { taskNo } of tasks) await bpm.approveTask({ path: { taskNo }, body: {} })
  const { items } = await owner.findOwnedProcessInstances({ query: { bizType, bizId } })
  const [instance] = items
  if (instance === undefined || !['APPROVED', 'REJECTED'].includes(instance.status)) {
    return `is not decided: ${bizId} ${instance?.status}`
  }
  const path = { id: instance.id }
  const headers = { accept: 'application/jose' }
  const record = await bpm.getProcessInstanceRecord({ path }, { headers })
  const file = join(plan.layout.dataDir, 'record.jose')
  await writeFile(file, Buffer.from(await record.arrayBuffer()))
  const { code, stderr } = await verifyRecord(file, '--keys', keys)
  return code === 0 ? undefined : `its record does not verify: ${bizId} ${stderr}`
}
