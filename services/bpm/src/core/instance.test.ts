import { describe, expect, it } from 'vitest'
import {
  decideInstance,
  INSTANCE_STATUSES,
  instanceTransitions,
  toDetailUrl,
  type InstanceAction,
  type InstanceFacts,
} from './instance.ts'

const running: InstanceFacts = { status: 'RUNNING', initiator: 'u1', suspendedFrom: undefined }
const initiator = { userId: 'u1' }
const administrator = { userId: 'u2', administrator: true }

describe('what may be done with an approval', () => {
  it('is what its status allows, and nothing after its end', () => {
    for (const status of INSTANCE_STATUSES) {
      const moves: Partial<Record<string, string>> = instanceTransitions[status]
      for (const action of ['approve', 'suspend', 'withdraw', 'resume'] as const) {
        const actor = action === 'withdraw' ? initiator : administrator
        const decision = decideInstance({ ...running, status }, action, actor)
        expect(decision, `${status} ${action}`).toEqual(
          moves[action] === undefined
            ? { allowed: false, reason: 'not_running' }
            : { allowed: true, next: moves[action] },
        )
      }
    }
    for (const status of ['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'] as const)
      expect(instanceTransitions[status]).toEqual({})
  })

  it.each<InstanceAction>(['terminate', 'suspend', 'resume', 'jump', 'retry'])(
    'is for administrators: %s',
    (action) => {
      const facts = { ...running, status: action === 'resume' ? 'SUSPENDED' : 'RUNNING' } as const
      const refused = { allowed: false, reason: 'administrator_only' }
      expect(decideInstance(facts, action, initiator)).toEqual(refused)
      expect(decideInstance(facts, action, { ...initiator, administrator: false })).toEqual(refused)
      expect(decideInstance(facts, action, administrator)).toMatchObject({ allowed: true })
    },
  )

  it.each<InstanceAction>(['resubmit', 'withdraw'])('is for the initiator: %s', (action) => {
    const facts = { ...running, status: 'RETURNED' } as const
    const refused = { allowed: false, reason: 'initiator_only' }
    expect(decideInstance(facts, action, administrator)).toEqual(refused)
    expect(decideInstance(facts, action, initiator)).toMatchObject({ allowed: true })
  })

  it('of one that another called is done with that one', () => {
    const called = { ...running, called: true }
    const refused = { allowed: false, reason: 'called' }
    expect(decideInstance(called, 'withdraw', initiator)).toEqual(refused)
    for (const action of ['terminate', 'suspend', 'resume'] as const)
      expect(decideInstance(called, action, administrator)).toEqual(refused)
    expect(decideInstance(called, 'approve', initiator)).toEqual({
      allowed: true,
      next: 'APPROVED',
    })
    expect(decideInstance({ ...called, called: false }, 'withdraw', initiator)).toMatchObject({
      allowed: true,
    })
  })

  it('says that it was not returned, rather than that it does not run', () => {
    expect(decideInstance(running, 'resubmit', initiator)).toEqual({
      allowed: false,
      reason: 'not_returned',
    })
  })

  it('when it is resumed leads back to where it was suspended', () => {
    const suspended = { ...running, status: 'SUSPENDED' } as const
    const resume = (suspendedFrom: InstanceFacts['suspendedFrom']) =>
      decideInstance({ ...suspended, suspendedFrom }, 'resume', administrator)
    expect(resume('RETURNED')).toEqual({ allowed: true, next: 'RETURNED' })
    expect(resume(undefined)).toEqual({ allowed: true, next: 'RUNNING' })
    const returned = { ...running, status: 'RETURNED', suspendedFrom: 'RUNNING' } as const
    expect(decideInstance(returned, 'resubmit', initiator)).toMatchObject({ next: 'RUNNING' })
    expect(decideInstance({ ...running, suspendedFrom: 'RETURNED' }, 'approve', initiator)).toEqual(
      {
        allowed: true,
        next: 'APPROVED',
      },
    )
  })
})

describe('the path of a detail page', () => {
  const instance = { bizId: 'a/../b?c', bizType: 'x y', id: 'i1' }

  it('has values that cannot leave their place in it', () => {
    expect(toDetailUrl('/{bizType}/{bizId}/{bizId}#{instanceId}', instance)).toBe(
      '/x%20y/a%2F..%2Fb%3Fc/a%2F..%2Fb%3Fc#i1',
    )
    expect(toDetailUrl('/all', instance)).toBe('/all')
  })
})
