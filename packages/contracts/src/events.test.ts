import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { EVENT_EXAMPLES } from './examples.ts'
import { EVENT_TYPES, EventEnvelope, WorkflowEvent } from './events.ts'

const task = { taskNo: 'T-7K3M9Q2X', nodeId: 'manager', nodeName: 'Manager', status: 'OPEN' }
const event = {
  eventId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0f',
  sequence: 1,
  type: 'instance.started',
  occurredAt: '2026-01-31T08:30:00.123Z',
  tenantId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0e',
  instanceId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0d',
  bizType: 'expense',
  bizTypeVersion: '1',
  bizId: 'E-1',
  status: 'RUNNING',
  round: 1,
}

const incident = { id: event.eventId, kind: 'nobody_found', code: 'nobody_found' }
const callback = { name: 'reserve-budget', nodeId: 'reserve', nodeName: 'Reserve' }

describe('WorkflowEvent', () => {
  it.each(EVENT_TYPES)('[BPM-17] accepts %s with an eventId', (type) => {
    const body = { ...event, type, variables: { amount: 10 }, task, callback, incident }
    expect(Check(WorkflowEvent, body)).toBe(true)
    expect(Check(WorkflowEvent, { ...body, eventId: undefined })).toBe(false)
  })

  it.each([
    ['a sequence that starts at zero', { ...event, sequence: 0 }],
    ['an unknown type', { ...event, type: 'instance.exploded' }],
    ['a task event without its task', { ...event, type: 'task.created' }],
    ['updated variables without values', { ...event, type: 'variables.updated' }],
    ['a time that is none', { ...event, occurredAt: 'yesterday' }],
    ['a status that is no text', { ...event, status: 3 }],
  ])('refuses %s', (_name, body) => {
    expect(Check(WorkflowEvent, body)).toBe(false)
  })

  it('accepts members, types and states that a later version adds', () => {
    expect(Check(WorkflowEvent, { ...event, status: 'PAUSED' })).toBe(true)
    expect(Check(WorkflowEvent, { ...event, urgency: 'high' })).toBe(true)
    expect(Check(EventEnvelope, { ...event, type: 'instance.escalated' })).toBe(true)
  })

  it.each(EVENT_TYPES)('[BPM-17] has an example of %s that fits the schema', (type) => {
    expect(EVENT_EXAMPLES[type].type).toBe(type)
    expect(Check(WorkflowEvent, EVENT_EXAMPLES[type])).toBe(true)
  })
})
