import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, press, says } from '../../../testing/person.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Client } from '../queries.ts'
import { NewClientWizard } from './new-client-wizard.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const path = '/api/iam/v1/clients'
const made: Client = {
  id: 'c-1',
  clientId: 'expense-backend',
  name: 'Expense',
  type: 'SERVICE',
  status: 'active',
  scopes: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  requireConsent: false,
  permissions: null,
  resources: [],
  accessTokenType: null,
  tenants: [],
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockClear())

async function openFor(kind: RegExp) {
  await show(<NewClientWizard onClose={onClose} />)
  fireEvent.click(screen.getByText(kind))
}

const add = (label: string, tag: string) => userEvent.type(field(label), `${tag}{Enter}`)

describe('pages', () => {
  it('are registered with their exact addresses and what people may be asked for', async () => {
    await openFor(/Pages in a browser/)
    fill('Name', 'Expense')
    await add('Addresses after sign-in', 'https://expense.example/callback')
    give('post', path, { ...made, type: 'SPA' })
    await press('Register')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('post', path)[0]?.body).toEqual({
      type: 'SPA',
      name: 'Expense',
      redirectUris: ['https://expense.example/callback'],
      postLogoutRedirectUris: [],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    })
  })
})

describe('a backend', () => {
  it('has no addresses, and a secret that is shown once', async () => {
    await openFor(/^A backend/)
    expect(screen.queryByLabelText(/Addresses after sign-in/)).toBeNull()
    fill('Name', 'Expense')
    await add('Scopes', 'bpm.instance.write')
    give('post', path, { ...made, clientSecret: 's3cr3t' })
    await press('Register')
    await screen.findByText('s3cr3t')
    expect(askedOf('post', path)[0]?.body).toEqual({
      type: 'SERVICE',
      name: 'Expense',
      scopes: ['bpm.instance.write'],
    })
    expect(onClose).not.toHaveBeenCalled()
    await press('I have kept it')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('whose secret was lost with the answer says what to do', async () => {
    await openFor(/^A backend/)
    fill('Name', 'Expense')
    // Asked again with the same key, the service gives the client without its secret.
    give('post', path, made)
    await press('Register')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(says('Make a new secret and remove the other.')).toBe(true)
  })

  it('that is refused keeps what was typed; going back forgets it', async () => {
    await openFor(/^A backend/)
    fill('Name', 'Expense')
    refuse('post', path, {
      code: 'iam.client_invalid',
      status: 422,
      errors: [{ pointer: '/name', code: 'length', detail: 'Too short' }],
    })
    await press('Register')
    await screen.findByText('Too short')
    expect(field('Name').value).toBe('Expense')
    await press('Back')
    expect(screen.getByText(/Pages in a browser/)).toBeTruthy()
  })
})
