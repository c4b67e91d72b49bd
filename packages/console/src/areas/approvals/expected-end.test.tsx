import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { callsOf } from '../../testing/network.ts'
import { show, speak } from '../../testing/page.tsx'
import { anInstance } from '../../testing/samples.ts'
import { give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { ExpectedEnd } from './expected-end.tsx'

signInFirst()
beforeAll(() => speak('en', 'approvals'))

const path = '/api/bpm/v1/process-instances/{id}/expected-end'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString()
const told = (node: { id: string; name: string } | null) => ({
  expectedEnd: {
    medianAt: inDays(2),
    p90At: inDays(9),
    basis: {
      definitionKey: 'expense-approval',
      node,
      approvals: 62,
      since: '2026-05-26T10:00:00.000Z',
    },
  },
  reason: null,
  fewestApprovals: 30,
})
const text = () => document.body.textContent

it('says when it will probably be decided, and by what that is told', async () => {
  give('get', path, told({ id: 'manager', name: 'Manager' }))
  await show(<ExpectedEnd instance={anInstance()} />)
  await screen.findByText(/By 62 approvals that were as long at “Manager”/)
  expect(text()).toMatch(/Probably decided in 2 days · nine of ten (next week|in 9 days|in 1 week)/)
})

it('says that the process as a whole tells', async () => {
  give('get', path, told(null))
  await show(<ExpectedEnd instance={anInstance()} />)
  await screen.findByText(/By 62 approvals of this process that were decided since/)
})

it('says what takes longer than nearly all before', async () => {
  const none = { expectedEnd: null, fewestApprovals: 30 }
  give('get', path, { ...none, reason: 'longer_than_usual' })
  await show(<ExpectedEnd instance={anInstance()} />)
  await screen.findByText('It takes longer than nearly all before it.')
})

it('says nothing where too few are known', async () => {
  give('get', path, { expectedEnd: null, fewestApprovals: 30, reason: 'too_few' })
  await show(<ExpectedEnd instance={anInstance()} />)
  await expect.poll(() => callsOf('get', path)).toHaveLength(1)
  expect(text()).not.toMatch(/decided|longer/)
})

it('does not ask about what has ended', async () => {
  const ended = { status: 'APPROVED', endedAt: '2026-11-22T10:00:00.000Z' } as const
  await show(<ExpectedEnd instance={anInstance(ended)} />)
  expect(callsOf('get', path)).toEqual([])
})
