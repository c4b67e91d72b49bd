import { agentOf, readKeySet, verifyRecord } from '@countersign/record'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { instancesPath, start, startBody } from '../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TimelineItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

async function timelineOf({ id }: { id: string }): Promise<TimelineItem[]> {
  const path = `${instancesPath}/${id}/timeline`
  return (await tenant.as('employee').get<{ items: TimelineItem[] }>(path)).body.items
}

describe('the agent of a person', () => {
  it('is named in the timeline and in the signed record, beside the person', async () => {
    const agent = tenant.agentOf('employee')
    const started = await agent.post<InstanceView>(instancesPath, startBody())
    expect(started.status).toBe(201)
    const path = `${instancesPath}/${started.body.id}`
    expect((await agent.post(`${path}/comments`, { comment: 'Found it' })).status).toBe(201)
    await tenant.as('employee').post(`${path}/comments`, { comment: 'So did I' })

    const items = await timelineOf(started.body)
    expect(items.map(({ action, actor, details }) => [action, actor.name, details])).toEqual([
      ['start', 'EMPLOYEE', { agent: 'assistant', agentName: 'Build Bot' }],
      ['comment', 'EMPLOYEE', { agent: 'assistant', agentName: 'Build Bot' }],
      ['comment', 'EMPLOYEE', {}],
    ])
    const accept = { accept: 'application/jose' }
    const record = await tenant
      .as('employee')
      .send<string>('GET', `${path}/record`, undefined, accept)
    const keys = readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)
    const verified = verifyRecord(record.body, keys)
    if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
    expect(verified.content.actions.map(agentOf)).toEqual(['Build Bot', 'Build Bot', undefined])
  })

  it('is named in the list as a file, and where its person asked there is nobody to name', async () => {
    await tenant.agentOf('employee').post(instancesPath, startBody())
    await start(tenant, { bizId: 'by-hand' })
    const { body } = await tenant.as('employee').get<string>(`${instancesPath}.csv`)
    const [head = '', ...lines] = body.trim().split('\r\n')
    const columns = head.split(',')
    // From the end: a title may have commas of its own.
    const at = columns.indexOf('agentName') - columns.length
    const agents = lines.map((line) => [line.includes('by-hand'), line.split(',').at(at)])
    expect(agents).toEqual([
      [true, ''],
      [false, 'Build Bot'],
    ])
  })

  it('mentions nobody: whoever is mentioned may read the approval', async () => {
    const instance = await start(tenant)
    const body = { comment: 'Look', mentions: [tenant.person('finance1').id] }
    const path = `${instancesPath}/${instance.id}`
    const key = { 'idempotency-key': uuidv7() }
    expect(await tenant.agentOf('employee').post(`${path}/comments`, body, key)).toMatchObject({
      status: 403,
      body: { code: 'auth.user_required' },
    })
    expect((await tenant.as('finance1').get(path)).status).toBe(404)
    expect(await timelineOf(instance)).toHaveLength(1)
  })
})
