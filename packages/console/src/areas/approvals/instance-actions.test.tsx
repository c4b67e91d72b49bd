import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsOf } from '../../testing/network.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { buttons, fill, press, says } from '../../testing/person.ts'
import { ann, anInstance, aPerson, bob } from '../../testing/samples.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { meQuery } from '../../me/me.ts'
import { InstanceActions } from './instance-actions.tsx'
import { actOnInstance, type InstanceAction, type ProcessInstance } from './queries.ts'
import { ReturnedNotice } from './returned-notice.tsx'

signInFirst()
beforeAll(() => speak('en', 'approvals'))

const onChanged = vi.fn<() => void>()
beforeEach(() => onChanged.mockClear())

function cacheOf(...permissions: readonly string[]) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  return cache
}

const showActions = (instance: ProcessInstance, ...permissions: readonly string[]) =>
  show(<InstanceActions instance={instance} onChanged={onChanged} />, cacheOf(...permissions))

const path = (action: string) => `/api/bpm/v1/process-instances/i-1/${action}`

describe('what can be done to an approval as a whole', () => {
  it('is offered to its initiator, and asks first', async () => {
    await showActions(anInstance())
    give('post', '/api/bpm/v1/process-instances/{id}/withdraw', anInstance({ status: 'WITHDRAWN' }))
    await press('Withdraw')
    expect(says('Take “Trip to Hannover” back?')).toBe(true)
    expect(callsOf('post', path('withdraw'))).toHaveLength(0)
    fill('Comment', ' Changed plans ')
    await press('Withdraw')
    await expect.poll(() => onChanged.mock.calls.length).toBe(1)
    expect(callsOf('post', path('withdraw'))[0]?.body).toEqual({ comment: 'Changed plans' })
    expect(says('Withdrawn')).toBe(true)
  })

  it('is offered to nobody else', async () => {
    await showActions(anInstance({ initiator: bob }))
    for (const name of ['Withdraw', 'Remind', 'Intervene']) expect(buttons(name)).toEqual([])
  })

  it('is to an administrator to intervene, who has to say why', async () => {
    await showActions(anInstance({ initiator: bob }), 'bpm:instance:admin')
    await press('Intervene')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    await press('Suspend')
    expect(callsOf('post', path('suspend'))).toHaveLength(0)
    give('post', '/api/bpm/v1/process-instances/{id}/suspend', anInstance({ status: 'SUSPENDED' }))
    fill('Reason', 'Wrong amount')
    await press('Suspend')
    await expect.poll(() => onChanged.mock.calls.length).toBe(1)
    expect(callsOf('post', path('suspend'))[0]?.body).toEqual({ reason: 'Wrong amount' })
  })

  it('stays asked, with the reason, when it was refused', async () => {
    await showActions(anInstance())
    refuse('post', '/api/bpm/v1/process-instances/{id}/remind', {
      code: 'bpm.remind_too_soon',
      status: 422,
      title: 'Too soon',
    })
    await press('Remind')
    await press('Remind')
    await expect.poll(() => says('bpm.remind_too_soon')).toBe(true)
    expect(onChanged).not.toHaveBeenCalled()
  })
})

it.each<[InstanceAction, string, object]>([
  ['withdraw', '', {}],
  ['withdraw', 'x', { comment: 'x' }],
  ['remind', '', {}],
  ['remind', 'x', { comment: 'x' }],
  ['resubmit', 'x', {}],
  ['terminate', 'x', { reason: 'x' }],
  ['suspend', 'x', { reason: 'x' }],
  ['resume', 'x', { reason: 'x' }],
])('%s with the words “%s” sends %j', async (action, reason, body) => {
  give('post', `/api/bpm/v1/process-instances/{id}/${action}`, anInstance())
  await actOnInstance('i-1', action, reason)
  expect(callsOf('post', path(action)).map((call) => call.body)).toEqual([body])
})

describe('an approval that was returned', () => {
  const returned = anInstance({ status: 'RETURNED' })
  const showNotice = (instance: ProcessInstance) =>
    show(<ReturnedNotice instance={instance} onChanged={onChanged} />, cacheOf())

  it('is sent on its way again by who started it', async () => {
    await showNotice(returned)
    give('post', '/api/bpm/v1/process-instances/{id}/resubmit', anInstance())
    await press('Resubmit')
    await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  })

  it('has to be changed first, and says so in words', async () => {
    await showNotice(returned)
    refuse('post', '/api/bpm/v1/process-instances/{id}/resubmit', {
      code: 'bpm.owner_update_required',
      status: 409,
    })
    await press('Resubmit')
    const said = await screen.findByText(/It has not been changed in its application/)
    expect(said.getAttribute('role')).toBe('alert')
    expect(says('Somebody was faster')).toBe(false)
  })

  it.each([
    ['somebody else', anInstance({ status: 'RETURNED', initiator: bob })],
    ['its initiator while it runs', anInstance({ initiator: ann })],
  ])('says nothing to %s', async (_, instance) => {
    await showNotice(instance)
    expect(says('Returned to you')).toBe(false)
  })
})
