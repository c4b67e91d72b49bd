import { describe, expect, it } from 'vitest'
import { findMissing, offeredActions, readValue, toBody, type ActionName } from './actions.ts'
import { aTask, ids, people } from './testing/answers.ts'

describe('[BPM-22] the offered actions', () => {
  it('are those the task allows, and no other', () => {
    const task = { allowedActions: ['claim', 'approve', 'from-the-future'] }
    expect(offeredActions(task, [])).toEqual(['approve', 'claim'])
  })

  it('have nobody to remove until somebody was added', () => {
    const task = { allowedActions: ['remove-sign'] }
    expect(offeredActions(task, [])).toEqual([])
    expect(offeredActions(task, [people.finance1])).toEqual(['remove-sign'])
  })
})

it.for<[ActionName, Parameters<typeof findMissing>[1], ReturnType<typeof findMissing>]>([
  ['approve', {}, undefined],
  ['reject', { comment: '  ' }, 'comment'],
  ['reject', { comment: 'no' }, undefined],
  ['return', { comment: 'no' }, 'targets'],
  ['return', { targets: ['initiator'] }, 'comment'],
  ['transfer', {}, 'people'],
  ['add-sign', { people: [people.finance1] }, undefined],
])('%s with %o lacks %s', ([action, entries, missing]) => {
  expect(findMissing(action, entries)).toBe(missing)
})

describe('the body', () => {
  it('of a decision holds the changed values alone', () => {
    const values = { amount: 2500.5, reason: 'not to be written' }
    expect(toBody('approve', { values }, aTask())).toEqual({})
    expect(toBody('approve', { values: { amount: 9 }, comment: ' ok ' }, aTask())).toEqual({
      comment: 'ok',
      variables: { amount: 9 },
    })
    expect(toBody('reject', { values: { amount: null } }, aTask())).toEqual({
      variables: { amount: null },
    })
  })

  it('of a return names one target or several, which are always decided again', () => {
    const resubmitMode = 'straightBack' as const
    expect(toBody('return', { targets: ['previous'], resubmitMode }, aTask())).toEqual({
      returnTo: 'previous',
      resubmitMode,
    })
    expect(toBody('return', { targets: ['check', 'team'], resubmitMode }, aTask())).toEqual({
      returnTo: ['check', 'team'],
    })
  })

  it('names people by their ids', () => {
    const chosen = { people: [people.finance1] }
    expect(toBody('delegate', chosen, aTask())).toEqual({ to: ids.finance1 })
    expect(toBody('remove-sign', chosen, aTask())).toEqual({ users: [ids.finance1] })
    expect(toBody('add-sign', { ...chosen, position: 'before' }, aTask())).toEqual({
      position: 'before',
      users: [ids.finance1],
    })
  })

  it('of marking as read is empty', () => {
    expect(toBody('read', { comment: 'seen' }, aTask())).toEqual({})
  })
})

it('reads a field by its type', () => {
  const field = { name: 'x', label: null, required: false, access: 'write' } as const
  expect(readValue({ ...field, type: 'number' }, '2.5')).toBe(2.5)
  expect(readValue({ ...field, type: 'string' }, '2.5')).toBe('2.5')
  expect(readValue({ ...field, type: 'number' }, '')).toBeNull()
})
