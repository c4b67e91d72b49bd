import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { callsOf } from '../../testing/network.ts'
import { show, speak } from '../../testing/page.tsx'
import { press, says } from '../../testing/person.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { NotificationForm } from './notification-form.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const path = '/api/bpm/v1/me/notification-preferences'
const stored = { mail: 'daily', language: null, revision: 4 } as const
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value

async function openForm() {
  give('get', path, stored)
  await show(<NotificationForm />)
  await screen.findByRole('radio', { name: 'Never' })
}

describe('how one is told', () => {
  it('is shown as it is stored', async () => {
    await openForm()
    expect(chosen()).toBe('daily')
    expect(screen.getByDisplayValue('As your organisation has it')).toBeTruthy()
  })

  it('is stored over what was read, and nothing later', async () => {
    await openForm()
    await userEvent.click(screen.getByRole('radio', { name: 'Never' }))
    give('put', path, { mail: 'off', language: null, revision: 5 })
    give('get', path, { mail: 'off', language: null, revision: 5 })
    await press('Save')
    await screen.findByText('Saved')
    expect(callsOf('put', path)[0]?.body).toEqual({ mail: 'off', language: null, revision: 4 })
    expect(chosen()).toBe('off')
  })

  it('is not overwritten when it was changed elsewhere meanwhile', async () => {
    await openForm()
    await userEvent.click(screen.getByRole('radio', { name: 'At once' }))
    refuse('put', path, { code: 'bpm.revision_mismatch', status: 412 })
    give('get', path, { mail: 'off', language: null, revision: 5 })
    await press('Save')
    await screen.findByText('Somebody was faster')
    expect(says('bpm.revision_mismatch')).toBe(true)
    expect(chosen()).toBe('at_once')
    await press('Drop mine and load theirs')
    expect(chosen()).toBe('off')
    give('put', path, { mail: 'daily', language: null, revision: 6 })
    await userEvent.click(screen.getByRole('radio', { name: 'Once a day, at eight' }))
    await press('Save')
    await expect.poll(() => askedOf('put', path).at(-1)?.body.revision).toBe(5)
  })
})
