import type { Diagram, Instance, LastLook, Path, Task, TimelineItem } from '../contract.ts'

// Answers in the shapes of the workflow service, as its OpenAPI document has them.

export const ids = {
  instance: '0199f0a2-4d1c-7aa0-8000-000000000001',
  employee: '0199f0a2-4d1c-7aa0-8000-000000000011',
  manager: '0199f0a2-4d1c-7aa0-8000-000000000012',
  finance1: '0199f0a2-4d1c-7aa0-8000-000000000013',
  finance2: '0199f0a2-4d1c-7aa0-8000-000000000014',
} as const

export const people = {
  employee: { id: ids.employee, name: 'Erin Moss' },
  manager: { id: ids.manager, name: 'Mara Lindqvist' },
  finance1: { id: ids.finance1, name: 'Felix Okafor' },
  finance2: { id: ids.finance2, name: '王芳' },
} as const

const nodes = {
  manager: { id: 'manager', name: 'Manager approval' },
  finance: { id: 'finance', name: 'Countersign of finance' },
} as const

export function anInstance(changes: Partial<Instance> = {}): Instance {
  return {
    id: ids.instance,
    bizType: 'expense',
    bizId: 'EX-2041',
    title: 'Trade fair in Hannover: stand, travel and two nights',
    status: 'RUNNING',
    round: 2,
    sequence: 6,
    initiator: people.employee,
    definition: { name: 'Expense' },
    variables: {
      amount: 2500.5,
      reason: 'Stand and travel',
      travelDate: '2026-11-30',
      billable: true,
      approver: ids.finance1,
    },
    labels: { amount: 'Amount', reason: 'Reason', travelDate: 'Date of travel' },
    createdAt: '2026-11-18T08:12:00.000Z',
    detailUrl: '/expenses/EX-2041',
    ...changes,
  }
}

const allActions = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'add-sign',
  'remove-sign',
  'unclaim',
]

const fields: Task['fields'] = [
  { name: 'amount', type: 'number', label: 'Amount', required: true, access: 'write' },
  { name: 'reason', type: 'string', label: 'Reason', required: true, access: 'read' },
  {
    name: 'travelDate',
    type: 'date',
    label: 'Date of travel',
    required: false,
    access: 'read',
  },
  { name: 'billable', type: 'boolean', label: 'Billable', required: false, access: 'read' },
  {
    name: 'approver',
    type: 'user',
    label: 'Cost centre owner',
    required: false,
    access: 'read',
  },
  { name: 'costCentre', type: 'string', label: null, required: false, access: 'read' },
]

export function aTask(changes: Partial<Task> = {}): Task {
  return {
    taskNo: 'T-1',
    kind: 'decision',
    status: 'OPEN',
    node: nodes.manager,
    round: 2,
    assignee: people.manager,
    candidates: [people.manager],
    dueAt: '2036-11-21T16:00:00.000Z',
    readAt: null,
    revision: 3,
    detailUrl: '/expenses/EX-2041',
    instance: anInstance(),
    allowedActions: allActions,
    contentHash: null,
    changedSince: [],
    fields,
    form: {
      returnTargets: [
        { id: 'initiator', name: 'Initiator' },
        { id: 'previous', name: 'Previous' },
        { id: 'check', name: 'Receipt check' },
        { id: 'team', name: 'Team lead' },
      ],
      resubmitModes: ['rerun', 'straightBack'],
      comment: {},
      selections: [],
    },
    ...changes,
  }
}

const item = (sequence: number, changes: Partial<TimelineItem>): TimelineItem => ({
  sequence,
  at: `2026-11-18T0${sequence}:12:00.000Z`,
  round: 1,
  action: 'comment',
  actor: { ...people.employee, kind: 'user' },
  task: null,
  comment: null,
  attachments: [],
  details: {},
  ...changes,
})

const task = { taskNo: 'T-0', node: nodes.manager }

export const timeline: readonly TimelineItem[] = [
  item(1, { action: 'start' }),
  item(2, {
    action: 'return',
    actor: { ...people.manager, kind: 'user' },
    task,
    comment: 'Which fair? And why two nights?',
    details: { returnTo: 'initiator' },
  }),
  item(3, {
    action: 'updateVariables',
    actor: { id: 'expense', name: 'Expense', kind: 'service' },
    details: { names: ['amount', 'reason'] },
  }),
  item(4, { action: 'resubmit', round: 2 }),
  item(5, {
    round: 2,
    comment: 'The quotation is attached.',
    attachments: [
      {
        documentId: ids.instance,
        versionId: ids.instance,
        name: 'Quotation.pdf',
        mayRemove: true,
      },
    ],
  }),
  item(6, {
    round: 2,
    action: 'add-sign',
    actor: { ...people.manager, kind: 'user' },
    task: { taskNo: 'T-1', node: nodes.manager },
    details: { position: 'after', users: [ids.finance2] },
  }),
]

/** Of whoever has returned it in the first round. */
export const lastLook: LastLook = {
  seen: { at: '2026-11-18T02:12:00.000Z', round: 1, action: 'return' },
  changes: [
    { name: 'amount', label: 'Amount', from: 3100, to: 2500.5 },
    { name: 'costCentre', label: null, from: 'north', to: null },
  ],
  attachments: [
    {
      documentId: ids.instance,
      versionId: ids.instance,
      name: 'Quotation.pdf',
      change: 'added',
    },
  ],
}

export const forecast: Path = {
  steps: [
    {
      node: nodes.manager,
      kind: 'task',
      state: 'active',
      people: [people.manager],
      mode: 'single',
    },
    {
      node: nodes.finance,
      kind: 'task',
      state: 'expected',
      people: [people.finance1, people.finance2],
      mode: 'all',
    },
    {
      node: { id: 'tell', name: 'Tell accounting' },
      kind: 'copy',
      state: 'expected',
      people: [people.finance1],
      mode: null,
    },
  ],
  complete: true,
  openQuestion: null,
}

const shape = (id: string, x: number, y: number, width: number, height: number, label = '') =>
  `<di:BPMNShape bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>${label}</di:BPMNShape>`
const edge = (id: string, ...points: readonly (readonly [number, number])[]) =>
  `<di:BPMNEdge bpmnElement="${id}">${points
    .map(([x, y]) => `<dd:waypoint x="${x}" y="${y}"/>`)
    .join('')}</di:BPMNEdge>`

export const diagram: Diagram = {
  bpmnXml: `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:dd="http://www.omg.org/spec/DD/20100524/DI">
  <process id="expense" name="Expense" isExecutable="true">
    <startEvent id="start" name="Start"/>
    <userTask id="manager" name="Manager approval"/>
    <exclusiveGateway id="amount" name="Above 1000?"/>
    <userTask id="finance" name="Countersign of finance 财务会签"/>
    <endEvent id="end" name="End"/>
    <sequenceFlow id="a" sourceRef="start" targetRef="manager"/>
    <sequenceFlow id="b" sourceRef="manager" targetRef="amount"/>
    <sequenceFlow id="c" name="yes" sourceRef="amount" targetRef="finance"/>
    <sequenceFlow id="d" name="no" sourceRef="amount" targetRef="end"/>
    <sequenceFlow id="e" sourceRef="finance" targetRef="end"/>
  </process>
  <di:BPMNDiagram><di:BPMNPlane bpmnElement="expense">
    ${shape('start', 60, 102, 36, 36)}${shape('manager', 150, 80, 110, 80)}
    ${shape('amount', 310, 95, 50, 50)}${shape('finance', 420, 80, 120, 80)}
    ${shape('end', 600, 102, 36, 36, '<di:BPMNLabel><dc:Bounds x="642" y="112" width="24" height="14"/></di:BPMNLabel>')}
    ${edge('a', [96, 120], [150, 120])}${edge('b', [260, 120], [310, 120])}
    ${edge('c', [360, 120], [420, 120])}${edge('e', [540, 120], [600, 120])}
    ${edge('d', [335, 145], [335, 210], [618, 210], [618, 138])}
  </di:BPMNPlane></di:BPMNDiagram>
</definitions>`,
  nodes: [
    { id: 'start', state: 'done' },
    { id: 'manager', state: 'active' },
  ],
}
