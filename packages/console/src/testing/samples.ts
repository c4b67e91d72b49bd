import type { components as Bpm } from '@countersign/client/bpm'
import type { Source } from '../areas/administration/queries.ts'
import type { Me } from '../me/me.ts'

// Answers in the shapes of the services, as their OpenAPI documents have them.

export const ann = { id: '0199f0a2-4d1c-7aa0-8000-000000000011', name: 'Ann Moss' } as const
export const bob = { id: '0199f0a2-4d1c-7aa0-8000-000000000012', name: 'Bob Okafor' } as const
const at = '2026-11-18T08:12:00.000Z'

export const aPerson = (changes: Partial<Me> = {}): Me => ({
  id: ann.id,
  username: 'ann',
  displayName: ann.name,
  tenantId: 't-1',
  tenants: [{ id: 't-1', name: 'Acme' }],
  permissions: [],
  sessionIdleMinutes: 120,
  roles: [],
  departmentId: null,
  managerId: null,
  post: null,
  ...changes,
})

type TaskListItem = Bpm['schemas']['TaskListItem']
type ProcessInstance = Bpm['schemas']['ProcessInstance']
type BizType = Bpm['schemas']['BizType']

export const aTask = (taskNo: string, changes: Partial<TaskListItem> = {}): TaskListItem => ({
  taskNo,
  kind: 'decision',
  status: 'OPEN',
  node: { id: 'manager', name: 'Manager approval' },
  round: 1,
  revision: 3,
  assignee: ann,
  comment: null,
  createdAt: at,
  openedAt: at,
  endedAt: null,
  endedBy: null,
  dueAt: null,
  readAt: null,
  remindedAt: null,
  detailUrl: '/expenses/1',
  instanceId: `i-${taskNo}`,
  instance: {
    id: `i-${taskNo}`,
    bizType: 'expense',
    bizId: `EX-${taskNo}`,
    title: `Trip ${taskNo}`,
    status: 'RUNNING',
    round: 1,
    initiator: bob,
    createdAt: at,
  },
  ...changes,
})

export const anInstance = (changes: Partial<ProcessInstance> = {}): ProcessInstance => ({
  id: 'i-1',
  tenantId: 't-1',
  bizType: 'expense',
  bizTypeVersion: '1',
  bizId: 'EX-1',
  title: 'Trip to Hannover',
  status: 'RUNNING',
  result: null,
  round: 1,
  revision: 1,
  initiator: ann,
  definition: { id: 'd-1', key: 'expense', name: 'Expense', version: 1 },
  sequence: 1,
  currentNodes: [{ id: 'manager', name: 'Manager approval' }],
  detailUrl: '/expenses/1',
  labels: {},
  variables: {},
  parent: null,
  createdAt: at,
  updatedAt: at,
  endedAt: null,
  ...changes,
})

export const aBizType = (changes: Partial<BizType> = {}): BizType => ({
  code: 'expense',
  name: 'Expense',
  version: '1',
  revision: 1,
  detailPath: '/expenses/{bizId}',
  initiatePermission: 'expense:start',
  start: 'open',
  startsByTime: true,
  startsBySignal: true,
  variables: [],
  createdAt: at,
  updatedAt: at,
  ...changes,
})

export const aSource = (changes: Partial<Source> = {}): Source => ({
  id: 's-1',
  name: 'Archive',
  kind: 'filesystem',
  endpoint: null,
  region: null,
  bucket: null,
  basePath: null,
  credentialsRef: null,
  status: 'ACTIVE',
  isDefault: false,
  revision: 1,
  createdAt: at,
  ...changes,
})

/** A list of one page. */
export const all = <T>(...items: T[]) => ({ items, nextCursor: null })
