import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { InstanceView } from '../runtime/views/instance-view.ts'
import type { Reply, TestService, TestTenant } from './service.testing.ts'

export const instancesPath = '/api/bpm/v1/process-instances'
export const ownedPath = '/internal/v1/bpm/process-instances'
export const tasksPath = '/api/bpm/v1/tasks'

export const startBody = (more: Readonly<Record<string, unknown>> = {}) => ({
  bizType: 'expense',
  bizId: `E-${uuidv7()}`,
  title: 'Trip to Lisbon',
  variables: { amount: 2500 },
  idempotencyKey: uuidv7(),
  ...more,
})

/** Starts an approval as the employee of a tenant. */
export async function start(
  tenant: TestTenant,
  more: Readonly<Record<string, unknown>> = {},
): Promise<InstanceView> {
  const { status, body } = await tenant
    .as('employee')
    .post<InstanceView>(instancesPath, startBody(more))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

/** The number of the task that somebody has to do in an approval. */
export async function taskOf(
  tenant: TestTenant,
  username: string,
  { id }: { id: string },
): Promise<string> {
  const { body } = await tenant
    .as(username)
    .get<{ items: { taskNo: string; instanceId: string }[] }>(`${tasksPath}?limit=200`)
  const found = body.items.find(({ instanceId }) => instanceId === id)
  if (found === undefined) throw new Error(`${username} has nothing to do in ${id}`)
  return found.taskNo
}

/** Does something with the task that somebody has in an approval. */
export async function act(
  tenant: TestTenant,
  username: string,
  instance: { id: string },
  action: string,
  body: Readonly<Record<string, unknown>> = {},
  permissions?: readonly string[],
): Promise<Reply> {
  const taskNo = await taskOf(tenant, username, instance)
  return tenant.as(username, permissions).post(`${tasksPath}/${taskNo}/${action}`, body)
}

export async function readInstance(
  tenant: TestTenant,
  { id }: { id: string },
): Promise<InstanceView> {
  return (await tenant.as('employee').get<InstanceView>(`${instancesPath}/${id}`)).body
}

export interface QueuedEvent {
  readonly sequence: number
  readonly type: string
  readonly status: string
  readonly round: number
  readonly task?: { readonly taskNo: string; readonly nodeId: string; readonly status: string }
  readonly variables?: Readonly<Record<string, unknown>>
  readonly comment?: string
  readonly reason?: string
  readonly actor?: { readonly id: string; readonly name: string }
}

/** The events of an approval in the order in which they leave. */
export async function eventsOf(
  { deps }: TestService,
  { id }: { id: string },
): Promise<QueuedEvent[]> {
  const { rows } = await sql<{ body: string }>`
    select body from delivery_events where instance_id = ${id} order by sequence`.execute(deps.db)
  return rows.map(({ body }) => JSON.parse(body) as QueuedEvent)
}
