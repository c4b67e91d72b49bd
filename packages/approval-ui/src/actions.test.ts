import { describe, expect, it } from 'vitest'
import {
  actionNames,
  findMissing,
  offeredActions,
  readValue,
  toBody,
  type ActionName,
  type Entries,
} from './actions.ts'
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

it.for<[ActionName, Entries, ReturnType<typeof findMissing>]>([
  ['approve', {}, undefined],
  ['reject', { comment: '  ' }, 'comment'],
  ['reject', { comment: 'no' }, undefined],
  ['return', { comment: 'no' }, 'targets'],
  ['return', { targets: ['initiator'] }, 'comment'],
  ['transfer', {}, 'people'],
  ['add-sign', { people: [people.finance1] }, undefined],
])('%s with %o lacks %s', ([action, entries, missing]) => {
  expect(findMissing(action, entries, { comment: {} })).toBe(missing)
})

it('adding people lacks the comment that the node asks for', () => {
  const form = { comment: { addSign: 'required' } } as const
  expect(findMissing('add-sign', { people: [people.finance1] }, form)).toBe('comment')
})

it.each([
  ['approve', 'required', 'comment'],
  ['reject', 'required', 'comment'],
  ['reject', 'optional', undefined],
  ['approve', 'optional', undefined],
  ['transfer', 'required', 'comment'],
  ['delegate', 'optional', undefined],
] as const)('%s with a node that says %s lacks %s', (action, rule, missing) => {
  const form = { comment: { [action]: rule } }
  const to = { people: [people.finance1] }
  expect(findMissing(action, { ...to, comment: ' ' }, form)).toBe(missing)
  expect(findMissing(action, { ...to, comment: 'since' }, form)).toBeUndefined()
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

  it('says what the person was shown, where the task has a hash of it', () => {
    const contentHash = 'A'.repeat(43)
    const task = aTask({ contentHash })
    const saying = actionNames.filter(
      (action) => 'contentHash' in toBody(action, { people: [people.finance1] }, task),
    )
    expect(saying).toEqual(actionNames.filter((action) => action !== 'read'))
    expect(toBody('approve', {}, task)).toEqual({ contentHash })
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
