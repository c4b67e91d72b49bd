import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, it } from 'vitest'
import { act, eventsOf, start, taskOf } from './testing/approvals.testing.ts'
import { expenseProcess } from './testing/processes.ts'
import {
  applicationScopes,
  bizTypeBody,
  clientOf,
  createTenant,
  publish,
  useService,
  type Client,
  type TestTenant,
} from './testing/service.testing.ts'

const service = useService()
let own: TestTenant
/** What a stranger could know of the other tenant, by the names of path parameters. */
let known: Readonly<Record<string, string>>
/** Marks of the other tenant that no answer may hold. */
let secrets: readonly string[]

const everyPermission = [
  'expense:start',
  'bpm:definition:read',
  'bpm:definition:write',
  'bpm:instance:read',
  'bpm:instance:admin',
  'bpm:delivery:read',
  'bpm:delivery:write',
  'bpm:origin:read',
  'bpm:origin:write',
  'bpm:calendar:write',
  'bpm:handover:write',
  'bpm:signal:write',
  'bpm:statistics:read',
  'bpm:workload:read',
]

beforeAll(async () => {
  own = await createTenant(service())
  const other = await createTenant(service())
  const definitionId = await publish(service(), other.id, expenseProcess)
  const decision = await other
    .as('manager', ['bpm:definition:write'])
    .post<{ id: string }>('/api/bpm/v1/decisions', decisionBody)
  const simulation = await other
    .as('manager', ['bpm:definition:write'])
    .post<{ id: string }>(`/api/bpm/v1/definitions/${definitionId}/simulations`, {})
  other.add('signaller')
  const signal = await other
    .as('signaller', ['bpm:signal:write'])
    .post<{ id: string }>('/api/bpm/v1/signals', { name: 'secret-signal' })
  const title = `secret ${uuidv7()}`
  const code = 'secret-type'
  await other.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code })
  const instance = await start(other, { title })
  const attached = { documentId: uuidv7(), versionId: uuidv7(), name: 'annex' }
  const attachments = { attachments: [attached] }
  await act(other, 'manager', instance, 'approve', attachments, ['dms:document:read'])
  const [event] = await eventsOf(service(), instance)
  const { eventId } = event as unknown as { eventId: string }
  known = {
    taskNo: await taskOf(other, 'finance1', instance),
    code,
    eventId,
    'instances/id': instance.id,
    versionId: attached.versionId,
    'definitions/id': definitionId,
    'decisions/id': decision.body.id,
    'simulations/id': simulation.body.id,
    'signals/id': signal.body.id,
  }
  const made = [decision.body.id, simulation.body.id, signal.body.id]
  const ids = [instance.id, definitionId, ...made, eventId, other.id]
  secrets = [title, code, ...ids]
})

const decisionBody = {
  bizType: 'expense',
  key: 'secret-approvers',
  name: 'Secret approvers',
  table: { hitPolicy: 'UNIQUE', inputs: [], outputs: [], rows: [], otherwise: null },
}

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
}

async function listOperations(): Promise<Operation[]> {
  const { body } = await service().app.inject({ method: 'GET', url: '/openapi.json' })
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // A stream does not end; its own tests show that nobody hears of another tenant.
      .filter(([, operation]) => !JSON.stringify(operation).includes('text/event-stream'))
      .map(([method]) => ({ method: method.toUpperCase() as Operation['method'], path })),
  )
}

/** The path with what belongs to the other tenant, and whether any of it names such a thing. */
function fill(path: string): { url: string; names: boolean } {
  const groups = ['definitions', 'decisions', 'simulations', 'signals']
  const group = groups.find((one) => path.includes(`/${one}/`)) ?? 'instances'
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = known[name] ?? known[`${group}/${name}`]
    if (value === undefined) throw new Error(`nothing known for {${name}} of ${path}`)
    return value
  })
  return { url, names: url !== path }
}

const bodies: readonly unknown[] = [
  { sequence: 1 },
  undefined,
  {},
  { reason: 'x' },
  { reason: 'x', to: 'finance' },
  { reason: 'x', dueAt: '2026-01-31T08:30:00.000Z' },
  { comment: 'x' },
  { message: 'x' },
  { to: uuidv7() },
  { users: [uuidv7()], position: 'after' },
  { users: [uuidv7()] },
  { name: 'x', bpmnXml: expenseProcess },
  { definitionId: uuidv7(), reason: 'x' },
  { name: 'x', table: decisionBody.table },
]

it('[GEN-03] gives a caller of one tenant nothing of another, on any route', async () => {
  const operations = await listOperations()
  expect(operations.length).toBeGreaterThan(40)
  const { issuer } = service()
  const user = own.as('employee', everyPermission)
  const application = own.service('expense-app', applicationScopes)
  // The same person and the same client as in the other tenant, with a token of this one.
  const claims = { sub: own.person('manager').id, tenantId: own.id, permissions: everyPermission }
  const callers: Client[] = [user, application, clientOf(service(), issuer.userToken(claims))]

  for (const { method, path } of operations) {
    const { url, names } = fill(path)
    const statuses = new Set<number>()
    for (const caller of callers) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const reply = await caller.send(method, url, body)
        const text = JSON.stringify(reply.body ?? null)
        expect(
          secrets.filter((secret) => text.includes(secret)),
          `${method} ${url} ${text}`,
        ).toEqual([])
        if (names) expect([400, 403, 404], `${method} ${url} ${text}`).toContain(reply.status)
        statuses.add(reply.status)
      }
    }
    // A request that was only refused for its shape would prove nothing.
    if (names) expect([...statuses], `${method} ${url}`).toContain(404)
  }
})

it('[GEN-03] takes the tenant from the token, whatever headers and queries say', async () => {
  const { body } = await own
    .as('employee', everyPermission)
    .send<{ items: unknown[] }>('GET', '/api/bpm/v1/process-instances?box=all', undefined, {
      'x-tenant-id': secrets.at(-1) ?? '',
      'x-user-id': uuidv7(),
    })

  expect(body.items).toEqual([])
})
