import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsOf } from '../../testing/network.ts'
import { show, speak } from '../../testing/page.tsx'
import { buttons, field, fill, press, says } from '../../testing/person.ts'
import { all, aBizType, bob } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { DelegationPage } from './delegation-page.tsx'
import type { Delegation } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'delegation'))

const path = '/api/bpm/v1/me/delegations'
const now = new Date(2026, 10, 21, 12)
const period = (from: Date, until: Date, bizTypes: string[] | null = null): Delegation => ({
  to: bob,
  from: from.toISOString(),
  until: until.toISOString(),
  bizTypes,
})
const active = period(new Date(2026, 10, 20), new Date(2026, 10, 23))
const coming = period(new Date(2026, 11, 1), new Date(2026, 11, 5), ['expense'])

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  give('get', '/api/bpm/v1/biz-types', all(aBizType()))
  give('get', '/api/iam/v1/people', { items: [{ ...bob, kind: 'user', detail: 'bob' }] })
})
afterEach(() => vi.useRealTimers())

async function openPage(...items: Delegation[]) {
  give('get', path, { items, revision: 3 })
  await show(<DelegationPage />)
  await expect.poll(() => buttons('Add a period')).toHaveLength(1)
}

describe('who decides while one is away', () => {
  it('is nobody else to begin with', async () => {
    await openPage()
    await screen.findByText('You decide for yourself')
  })

  it('is shown by whom, when, and for what; the last day belongs to it', async () => {
    await openPage(active, coming)
    await screen.findByText('Now')
    expect(says('To come')).toBe(true)
    expect(says('Nov 20, 2026 – Nov 22, 2026 · all business types')).toBe(true)
    await expect.poll(() => says('Dec 1, 2026 – Dec 4, 2026 · Expense')).toBe(true)
  })

  it('is removed from the list that was read, and from no newer one', async () => {
    await openPage(active, coming)
    const [first] = buttons(`Remove the period with ${bob.name}`)
    give('put', path, { items: [coming], revision: 4 })
    if (first !== undefined) await userEvent.click(first)
    await screen.findByText('Saved')
    const { items = [], revision } = askedOf('put', path)[0]?.body ?? {}
    expect(revision).toBe(3)
    expect(items.map(({ from }) => from)).toEqual([coming.from])
    expect(says('Now')).toBe(false)
  })

  it('is saved without what is over, whom the service may no longer take', async () => {
    const over = period(new Date(2026, 9, 1), new Date(2026, 9, 3))
    await openPage(over, active, coming)
    give('put', path, { items: [active], revision: 4 })
    const [, , last] = buttons(`Remove the period with ${bob.name}`)
    if (last !== undefined) await userEvent.click(last)
    await screen.findByText('Saved')
    expect(askedOf('put', path)[0]?.body.items.map(({ from }) => from)).toEqual([active.from])
  })

  it('is read again when it was changed elsewhere', async () => {
    await openPage(active)
    refuse('put', path, { code: 'bpm.revision_mismatch', status: 412 })
    give('get', path, { items: [active, coming], revision: 4 })
    await press(`Remove the period with ${bob.name}`)
    await screen.findByText('Somebody was faster')
    await screen.findByText('To come')
  })
})

describe('a period that is added', () => {
  async function openForm() {
    await openPage()
    await press('Add a period')
  }

  const choose = async (name: string) => {
    fireEvent.click(field('Who decides for you'))
    await userEvent.click(await screen.findByText(name))
  }

  it('lasts from the beginning of its first day to the end of its last, by the calendar here', async () => {
    await openForm()
    await choose(bob.name)
    expect(field('First day').value).toBe('2026-11-21')
    fill('Last day', '2026-11-21')
    give('put', path, { items: [active], revision: 4 })
    await press('Save')
    await screen.findByText('Saved')
    expect(askedOf('put', path)[0]?.body).toEqual({
      items: [
        {
          to: bob.id,
          from: new Date(2026, 10, 21).toISOString(),
          until: new Date(2026, 10, 22).toISOString(),
          bizTypes: null,
        },
      ],
      revision: 3,
    })
  })

  it('does not end before it begins', async () => {
    await openForm()
    await choose(bob.name)
    fill('Last day', '2026-11-20')
    expect(says('The last day is before the first.')).toBe(true)
    await press('Save')
    expect(callsOf('put', path)).toHaveLength(0)
  })

  it('is not sent without somebody who decides', async () => {
    await openForm()
    fill('Last day', '2026-11-30')
    await press('Save')
    expect(callsOf('put', path)).toHaveLength(0)
  })
})
