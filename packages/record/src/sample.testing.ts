import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { RecordContent } from './content.ts'
import { keyIdOf, readKeySet, type RecordKeys } from './keys.ts'

export interface SampleKey {
  readonly kid: string
  readonly privateKey: KeyObject
  /** The published set, as text. */
  readonly set: string
  readonly keys: RecordKeys
}

export function makeKey(): SampleKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  const kid = keyIdOf(x)
  const set = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid, x }] })
  return { kid, privateKey, set, keys: readKeySet(set) }
}

const manager = { id: '01890000-0000-7000-8000-000000000002', name: '王经理' }
const node = { id: 'review', name: 'Review' }

const approval: RecordContent['approval'] = {
  bizType: 'expense',
  bizTypeVersion: '1',
  bizId: 'E-1',
  title: 'Trip to Lisbon',
  initiator: { id: '01890000-0000-7000-8000-000000000001', name: 'Employee' },
  status: 'APPROVED',
  result: 'APPROVED',
  round: 1,
  startedAt: '2026-11-22T10:00:00.000Z',
  endedAt: '2026-11-22T10:00:02.000Z',
  parentId: null,
  called: [],
}

const seats: RecordContent['seats'] = [
  {
    taskNo: 'T-7K3M9Q2X',
    node,
    round: 1,
    status: 'APPROVED',
    candidates: [],
    assignee: manager,
    ownerId: null,
    onBehalfOf: [{ standIn: manager.id, for: { id: 'x', name: 'Director' } }],
    endedBy: manager,
    openedAt: '2026-11-22T10:00:00.000Z',
    endedAt: '2026-11-22T10:00:02.000Z',
    dueAt: null,
  },
]

const actions: RecordContent['actions'] = [
  {
    sequence: 2,
    at: '2026-11-22T10:00:02.000Z',
    round: 1,
    action: 'approve',
    actor: { ...manager, kind: 'user' },
    onBehalfOf: { id: 'x', name: 'Director' },
    task: { taskNo: 'T-7K3M9Q2X', node },
    comment: 'fine 好的\u001bc',
    attachments: [],
    details: {},
    moves: [{ node, outcome: 'approved' }],
  },
]

const deliveries: RecordContent['deliveries'] = {
  origin: 'https://expense.example',
  events: [
    {
      sequence: 1,
      eventId: '01890000-0000-7000-8000-0000000000ad',
      type: 'instance.started',
      createdAt: '2026-11-22T10:00:00.000Z',
      deliveredAt: '2026-11-22T10:00:03.000Z',
    },
  ],
}

/** An approval with a seat, an action and an event. */
export const sampleContent = (kid: string): RecordContent => ({
  record: {
    issuer: 'https://platform.example',
    kid,
    tenantId: '01890000-0000-7000-8000-0000000000aa',
    instanceId: '01890000-0000-7000-8000-0000000000ab',
    asOf: '2026-11-22T10:00:03.000Z',
    sequence: 2,
    view: 'all',
  },
  approval,
  definition: {
    id: '01890000-0000-7000-8000-0000000000ac',
    key: 'expense',
    version: 3,
    name: 'Expense',
    sha256: 'mGoHR3gVKhKlW8uBq0fT5mKvJ2xX0x2qkTnNn4dC1yE',
  },
  values: [{ name: 'amount', label: 'Amount', type: 'number', value: 2500 }],
  seats,
  copies: [],
  actions,
  rounds: [
    {
      round: 1,
      startedAt: '2026-11-22T10:00:00.000Z',
      status: 'APPROVED',
      returned: null,
      changes: [],
    },
  ],
  deliveries,
})
