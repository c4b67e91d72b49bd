import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorizedFetch } from '../../auth/authorized-fetch.ts'
import { iam, unwrap } from '../../api/clients.ts'
import { meQuery } from '../../me/me.ts'
import { knowBrowser, me } from '../../testing/identity.ts'
import { answer, callsOf, json } from '../../testing/network.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { aPerson } from '../../testing/samples.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { StepUpDialog } from './step-up-dialog.tsx'
import { useStepUp } from './use-step-up.ts'

signInFirst()
beforeAll(() => speak('en'))
beforeEach(() => knowBrowser({ sub: me.id }))

const path = '/api/iam/v1/roles'
const acr = 'urn:countersign:acr:multi-factor'
const title = 'Confirm that it is you'

const challenge = (more = ', max_age="600"') =>
  json({ code: 'auth.insufficient_authentication', title: 'x', status: 401 }, 401, {
    'www-authenticate': `Bearer error="insufficient_user_authentication", acr_values="${acr}"${more}`,
  })

/** The service asks to confirm so many times; then it does what it is told. */
function challengeTimes(times: number) {
  let asked = 0
  answer('post', path, () => {
    asked += 1
    return asked > times ? json({ id: 'r-1' }, 201) : challenge()
  })
}

/** As the frame does. */
function Frame() {
  const pending = useStepUp()
  return pending === undefined ? null : <StepUpDialog pending={pending} />
}

async function openFrame() {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  await open('/', { '/': Frame }, cache)
}

const create = (code = 'clerk') => {
  const outcome = { state: 'waits' as 'waits' | 'made' | 'refused', error: undefined as unknown }
  const body = { code, name: 'Clerk' }
  void unwrap(iam.POST('/api/iam/v1/roles', { body })).then(
    () => (outcome.state = 'made'),
    (error: unknown) => Object.assign(outcome, { state: 'refused', error }),
  )
  return outcome
}

/** Another window of this browser tells that somebody has signed in there. */
async function signInElsewhere() {
  const other = new BroadcastChannel('countersign.signed-in')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  await act(async () => other.postMessage(''))
  other.close()
}

describe('a change that asks who it is', () => {
  it('waits until it is confirmed in another window, and is sent once more as it was', async () => {
    await openFrame()
    challengeTimes(1)
    const outcome = create()
    await screen.findByText(title)
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await press('Confirm')
    const address = new URL(String(opened.mock.calls[0]?.[0]), location.origin)
    expect(address.pathname).toBe('/console/confirm')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      acr_values: acr,
      max_age: '600',
      tenant_id: aPerson().tenantId,
      login_hint: aPerson().username,
    })
    opened.mockRestore()
    expect(outcome.state).toBe('waits')
    await signInElsewhere()
    await expect.poll(() => outcome.state).toBe('made')
    await expect.poll(() => says(title)).toBe(false)
    const [first, second, ...others] = callsOf('post', path)
    expect(others).toEqual([])
    expect(second?.body).toEqual(first?.body)
    const keyOf = (call: typeof first) => call?.headers.get('idempotency-key')
    expect(keyOf(first)).toMatch(/^[\w-]{20,}$/)
    expect(keyOf(second)).toBe(keyOf(first))
    expect(second?.headers.get('authorization')).not.toBe(first?.headers.get('authorization'))
  })

  it('is refused as it was when it is not confirmed, in words that say so', async () => {
    await openFrame()
    challengeTimes(1)
    const outcome = create()
    await screen.findByText(title)
    await press('Cancel')
    await expect.poll(() => outcome.state).toBe('refused')
    expect(outcome.error).toMatchObject({ code: 'auth.insufficient_authentication' })
    expect(callsOf('post', path)).toHaveLength(1)
  })

  it('is not asked a second time for one press of a button', async () => {
    await openFrame()
    challengeTimes(9)
    const outcome = create()
    await screen.findByText(title)
    await signInElsewhere()
    await expect.poll(() => outcome.state).toBe('refused')
    expect(callsOf('post', path)).toHaveLength(2)
  })

  it('asks once for several that are refused together', async () => {
    await openFrame()
    challengeTimes(2)
    const outcomes = [create('one'), create('two')]
    await screen.findByText(title)
    await expect.poll(() => callsOf('post', path).length).toBe(2)
    expect(buttons('Confirm')).toHaveLength(1)
    await signInElsewhere()
    await expect.poll(() => outcomes.map(({ state }) => state)).toEqual(['made', 'made'])
  })

  it('is refused at once where there is nobody to ask by', async () => {
    challengeTimes(9)
    const answered = await authorizedFetch(new Request(path, { method: 'POST', body: '{}' }))
    expect(answered.status).toBe(401)
    expect(says(title)).toBe(false)
  })
})
