import { readFile } from 'node:fs/promises'
import {
  CallbackEvent,
  IncidentEvent,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
} from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { findDocumentBreaks } from './asyncapi.ts'
import { findBreaks } from './event-compatibility.ts'

const before = {
  type: 'object',
  required: ['bizId', 'type'],
  properties: {
    bizId: { type: 'string', maxLength: 255, description: 'Of the application.' },
    type: { enum: ['instance.started', 'instance.approved'] },
    status: { type: 'string', 'x-extensible-enum': ['RUNNING', 'APPROVED'] },
    mode: { enum: ['all', 'any'] },
    task: { type: 'object', required: ['taskNo'], properties: { taskNo: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const { properties } = before
const having = (members: object) => ({ ...before, properties: { ...properties, ...members } })
const { bizId: _dropped, ...withoutBizId } = properties

describe('[BPM-17] the rule for versions of events', () => {
  it.each<[string, object]>([
    ['nothing', before],
    ['an optional member', having({ urgency: { type: 'string' } })],
    ['a description', having({ bizId: { type: 'string', maxLength: 255, description: 'Yours.' } })],
    ['an event type', having({ type: { enum: [...properties.type.enum, 'instance.paused'] } })],
    [
      'a value of an open list',
      having({
        status: { type: 'string', 'x-extensible-enum': ['RUNNING', 'APPROVED', 'PAUSED'] },
      }),
    ],
    [
      'an optional member of a member',
      having({
        task: { ...properties.task, properties: { taskNo: { type: 'string' }, due: {} } },
      }),
    ],
  ])('lets pass what adds %s', (_what, after) => {
    expect(findBreaks(before, after)).toEqual([])
  })

  it.each<[string, object, RegExp]>([
    ['drops a member', { ...before, properties: withoutBizId }, /bizId was dropped/],
    ['requires a member', { ...before, required: ['bizId', 'type', 'mode'] }, /required members/],
    ['promises a member no more', { ...before, required: ['type'] }, /required members/],
    [
      'changes a type',
      having({ bizId: { type: 'integer', maxLength: 255 } }),
      /type of the event\/bizId/,
    ],
    ['limits a member', having({ bizId: { type: 'string', maxLength: 9 } }), /maxLength/],
    ['drops an event type', having({ type: { enum: ['instance.started'] } }), /instance.approved/],
    [
      'drops a value of an open list',
      having({ status: { type: 'string', 'x-extensible-enum': ['RUNNING'] } }),
      /APPROVED/,
    ],
    ['adds to a closed list', having({ mode: { enum: ['all', 'any', 'one'] } }), /closed list/],
    ['closes the object', { ...before, additionalProperties: false }, /an item of the event/],
    [
      'changes the items of a list',
      having({ tags: { type: 'array', items: { type: 'number' } } }),
      /an item of the event\/tags/,
    ],
    [
      'drops a member of a member',
      having({ task: { ...properties.task, properties: {} } }),
      /task\/taskNo was dropped/,
    ],
  ])('finds what %s', (_what, after, found) => {
    expect(findBreaks(before, after)).toEqual([expect.stringMatching(found)])
  })

  it('holds between what is published and what the sources say', async () => {
    const file = new URL('../../../contracts/asyncapi.json', import.meta.url)
    const published = JSON.parse(await readFile(file, 'utf8')) as Parameters<
      typeof findDocumentBreaks
    >[0]
    const { SequenceExpected } = published.components.schemas
    const events = { InstanceEvent, TaskEvent, VariablesEvent, CallbackEvent, IncidentEvent }
    const schemas = { ...events, SequenceExpected }
    expect(findDocumentBreaks(published, { ...published, components: { schemas } })).toEqual([])

    const { TaskEvent: _gone, ...rest } = schemas
    const less = { ...published, components: { schemas: rest } }
    expect(findDocumentBreaks(published, less)).toEqual(['TaskEvent has changed'])
    expect(findDocumentBreaks(published, { ...less, info: { version: '9.0.0' } })).toEqual([])
  })
})
