import type {
  CallbackEvent,
  EventActor,
  EventTask,
  IncidentEvent,
  EventType,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
  WorkflowEvent,
} from './events.ts'

// One approval told in events: what a receiver would see, and what the documents show.

const manager: EventActor = { id: '01938c5e-7a3b-7c3d-8e4f-0000000000a1', name: 'Maria Manager' }
const employee: EventActor = { id: '01938c5e-7a3b-7c3d-8e4f-0000000000a2', name: 'Eva Employee' }

const common = {
  occurredAt: '2026-01-31T08:30:00.123Z',
  tenantId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0e',
  instanceId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0d',
  bizType: 'expense',
  bizTypeVersion: '1',
  bizId: 'E-1',
  round: 1,
} as const

const eventId = (sequence: number) =>
  `01938c5e-7a3b-7c3d-8e4f-${sequence.toString(16).padStart(12, '0')}`

const variables = { amount: 900.5, reason: 'Trade fair' }
const task = (status: EventTask['status']): EventTask => ({
  taskNo: 'T-7K3M9Q2X',
  nodeId: 'manager',
  nodeName: 'Manager approval',
  status,
  assignee: manager,
})

const { assignee: _assignee, ...withoutAssignee } = task('OPEN')

const ofInstance = (
  type: InstanceEvent['type'],
  sequence: number,
  status: InstanceEvent['status'],
  more: Partial<InstanceEvent> = {},
): InstanceEvent => ({ ...common, eventId: eventId(sequence), sequence, type, status, ...more })

const ofTask = (
  type: TaskEvent['type'],
  sequence: number,
  status: EventTask['status'],
  more: Partial<TaskEvent> = {},
): TaskEvent => ({
  ...common,
  eventId: eventId(sequence),
  sequence,
  type,
  status: 'RUNNING' as const,
  task: task(status),
  ...more,
})

const updated: VariablesEvent = {
  ...common,
  eventId: eventId(5),
  sequence: 5,
  type: 'variables.updated',
  status: 'RETURNED',
  variables: { ...variables, amount: 800 },
}

const requested: CallbackEvent = {
  ...common,
  eventId: eventId(4),
  sequence: 4,
  type: 'callback.requested',
  status: 'RUNNING',
  callback: { name: 'reserve-budget', nodeId: 'reserve', nodeName: 'Reserve the budget' },
  variables,
}

const ofIncident = (type: IncidentEvent['type'], sequence: number): IncidentEvent => ({
  ...common,
  eventId: eventId(sequence),
  sequence,
  type,
  status: 'RUNNING',
  actor: employee,
  incident: {
    id: eventId(40),
    kind: 'nobody_found',
    code: 'nobody_found',
    nodeId: 'manager',
    nodeName: 'Manager approval',
  },
})

/** An event of each type, as it is sent. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, WorkflowEvent>> = {
  'instance.started': ofInstance('instance.started', 1, 'RUNNING', { actor: employee, variables }),
  'task.created': ofTask('task.created', 2, 'OPEN', { actor: employee }),
  'task.assigned': {
    ...ofTask('task.assigned', 3, 'OPEN', { actor: manager }),
    task: { ...withoutAssignee, status: 'OPEN', candidates: [manager.id, employee.id] },
  },
  'task.completed': ofTask('task.completed', 3, 'RETURNED', {
    actor: manager,
    comment: 'Please attach the invoice.',
  }),
  'instance.returned': ofInstance('instance.returned', 4, 'RETURNED', {
    actor: manager,
    comment: 'Please attach the invoice.',
    variables,
    task: task('RETURNED'),
  }),
  'variables.updated': updated,
  'instance.resubmitted': ofInstance('instance.resubmitted', 6, 'RUNNING', {
    round: 2,
    actor: employee,
    variables: updated.variables,
  }),
  'task.cancelled': ofTask('task.cancelled', 7, 'CANCELLED', { round: 2, actor: employee }),
  'callback.requested': requested,
  'incident.raised': ofIncident('incident.raised', 2),
  'incident.resolved': ofIncident('incident.resolved', 3),
  'instance.approved': ofInstance('instance.approved', 8, 'APPROVED', {
    round: 2,
    actor: manager,
    task: task('APPROVED'),
    variables: updated.variables,
  }),
  'instance.rejected': ofInstance('instance.rejected', 8, 'REJECTED', {
    round: 2,
    actor: manager,
    reason: 'Not in the budget.',
    task: task('REJECTED'),
    variables: updated.variables,
  }),
  'instance.withdrawn': ofInstance('instance.withdrawn', 8, 'WITHDRAWN', {
    round: 2,
    actor: employee,
    reason: 'The fair was cancelled.',
    variables: updated.variables,
  }),
  'instance.terminated': ofInstance('instance.terminated', 8, 'TERMINATED', {
    round: 2,
    actor: manager,
    reason: 'The employee has left.',
    variables: updated.variables,
  }),
  'instance.restored': ofInstance('instance.restored', 9, 'RUNNING', {
    round: 2,
    variables: updated.variables,
  }),
}
