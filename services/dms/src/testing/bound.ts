import { randomUUID } from 'node:crypto'
import { call, type Setup, type TestUser, upload } from './setup.ts'

const approvalPath = (documentId: string) => `/api/dms/documents/${documentId}/approval`

/** A version under approval, and the events of its approval, as the workflow service sends them. */
export async function bindVersion(
  setup: Setup,
  owner: TestUser,
  versions: readonly string[] = ['hello'],
) {
  let uploaded = await upload(setup, owner, Buffer.from(versions[0] ?? ''))
  const { documentId } = uploaded
  const versionIds = [uploaded.versionId]
  for (const text of versions.slice(1)) {
    uploaded = await upload(setup, owner, Buffer.from(text), { documentId })
    versionIds.push(uploaded.versionId)
  }
  const { versionId } = uploaded
  return { documentId, versionIds, ...(await bind(setup, owner, { documentId, versionId })) }
}

export type Bound = Awaited<ReturnType<typeof bindVersion>>

/** Puts a version under an approval of its own. */
export async function bind(
  setup: Setup,
  owner: TestUser,
  { documentId, versionId }: { readonly documentId: string; readonly versionId: string },
) {
  const body = { versionId, title: 'Please approve', requestKey: randomUUID() }
  const bound = await call(setup, owner, 'POST', approvalPath(documentId), body)
  if (bound.status !== 201) throw new Error(JSON.stringify(bound.body))
  const instanceId = String(bound.body['instanceId'])
  let sequence = 0
  const make = (type: string, more: Record<string, unknown> = {}) => ({
    eventId: randomUUID(),
    sequence: ++sequence,
    type,
    occurredAt: setup.deps.now().toISOString(),
    tenantId: setup.tenantId,
    instanceId,
    bizType: 'dms.document',
    bizTypeVersion: '1',
    bizId: versionId,
    status: 'RUNNING',
    round: 1,
    ...more,
  })
  const task = (status: string, who: TaskPeople = {}, taskNo = 'T-00000001') => ({
    taskNo,
    nodeId: 'manager',
    nodeName: 'Manager approval',
    status,
    ...who,
  })
  return {
    versionId,
    bindingId: String(bound.body['bindingId']),
    instanceId,
    make,
    task,
    /** Delivers the next event; answers the status. */
    say: (type: string, more?: Record<string, unknown>) => deliver(setup, make(type, more)),
    /** A task that waits for one person. */
    ask: (user: TestUser, taskNo?: string) =>
      deliver(setup, make('task.created', { task: task('OPEN', personOf(user), taskNo) })),
    /** Its end, by the decision of that person. */
    end: (user: TestUser, taskNo?: string) =>
      deliver(setup, make('task.completed', { task: task('APPROVED', personOf(user), taskNo) })),
  }
}

interface TaskPeople {
  readonly assignee?: { readonly id: string; readonly name: string }
  readonly candidates?: readonly string[]
  readonly onBehalfOf?: { readonly id: string; readonly name: string }
}

export const personOf = ({ id }: TestUser) => ({ assignee: { id, name: 'Somebody' } })

/** Delivers an event as the workflow service does. */
export async function deliver(setup: Setup, event: Record<string, unknown>): Promise<number> {
  const { headers, body } = setup.bpm.signEvent(event, setup.deps.now())
  const token = setup.issuer.serviceToken({
    clientId: 'workflow',
    scopes: ['bpm.events'],
    tenantId: String(event['tenantId']),
    claims: { aud: [setup.issuer.issuer, setup.deps.settings.callbackOrigin] },
  })
  const reply = await setup.app.inject({
    method: 'POST',
    url: '/internal/v1/dms/bpm-events',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload: body,
  })
  return reply.statusCode
}
