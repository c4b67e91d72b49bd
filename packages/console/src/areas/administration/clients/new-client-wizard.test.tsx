import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { field, fill, press, says } from '../../../testing/person.ts'
import { all, aPerson } from '../../../testing/samples.ts'
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
  requiresMfa: false,
  permissions: null,
  resources: [],
  accessTokenType: null,
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  agent: false,
  tenants: [],
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockClear())

async function openFor(kind: RegExp, ...permissions: readonly string[]) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  await show(<NewClientWizard onClose={onClose} />, cache)
  fireEvent.click(screen.getByText(kind))
}

const add = (label: string, tag: string) => userEvent.type(field(label), `${tag}{Enter}`)

it('is not closed by Escape once something was typed, or a secret is shown this once', async () => {
  const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await openFor(/^A backend/)
  escape()
  fill('Name', 'Expense')
  give('post', path, { ...made, clientSecret: 'the-secret' })
  await press('Register')
  await screen.findByText('the-secret')
  escape()
  expect(onClose).not.toHaveBeenCalled()
})

/** What the application is told is there to be copied; then the window is closed. */
async function finish() {
  await expect.poll(() => says('Give your application these settings')).toBe(true)
  expect(says('expense-backend')).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await press('Done')
  expect(onClose).toHaveBeenCalledTimes(1)
}

describe('pages', () => {
  it('are registered with their exact addresses and what people may be asked for', async () => {
    await openFor(/Pages in a browser/)
    fill('Name', 'Expense')
    await add('Addresses after sign-in', 'https://expense.example/callback')
    await add('Addresses after sign-out', 'https://expense.example/')
    give('post', path, { ...made, type: 'SPA' })
    await press('Register')
    await finish()
    expect(askedOf('post', path)[0]?.body).toEqual({
      type: 'SPA',
      name: 'Expense',
      redirectUris: ['https://expense.example/callback'],
      postLogoutRedirectUris: ['https://expense.example/'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      // All but the administration of people and applications.
      permissions: null,
    })
  })

  it('carry the permissions that were ticked by what they are about, and those of applications', async () => {
    await openFor(/Pages in a browser/)
    fill('Name', 'Expense')
    await add('Addresses after sign-in', 'https://expense.example/callback')
    await add('Addresses after sign-out', 'https://expense.example/')
    expect(screen.queryByText('Signing keys')).toBeNull()
    await userEvent.click(field('What its tokens carry of what people may do'))
    await userEvent.click(await screen.findByText('Only the permissions named'))
    expect(screen.getByText('Signing keys')).toBeTruthy()
    await userEvent.click(screen.getByLabelText('dms:document:read'))
    await add('Permissions of business applications', 'expense:start')
    give('post', path, { ...made, type: 'SPA' })
    await press('Register')
    await finish()
    expect(askedOf('post', path)[0]?.body).toMatchObject({
      permissions: ['dms:document:read', 'expense:start'],
    })
  })

  it('say of each address what speaks against it, while it is typed', async () => {
    await openFor(/Pages in a browser/)
    await userEvent.type(field('Addresses after sign-in'), 'http')
    expect(says('has to begin with https://')).toBe(false)
    await userEvent.type(field('Addresses after sign-in'), '://expense.example/callback')
    expect(says('“http://expense.example/callback” has to begin with https://')).toBe(true)
    await userEvent.clear(field('Addresses after sign-in'))
    expect(says('has to begin with https://')).toBe(false)
    await add('Addresses after sign-out', 'expense.example')
    expect(says('“expense.example” is no whole address')).toBe(true)
  })

  it('say at their field that a permission cannot be given', async () => {
    await openFor(/Pages in a browser/)
    fill('Name', 'Expense')
    await add('Addresses after sign-in', 'https://expense.example/callback')
    await add('Addresses after sign-out', 'https://expense.example/')
    await userEvent.click(field('What its tokens carry of what people may do'))
    await userEvent.click(await screen.findByText('Only the permissions named'))
    refuse('post', path, {
      code: 'iam.permission_invalid',
      status: 422,
      errors: [{ pointer: '/permissions/0', code: 'form', detail: 'No such permission' }],
    })
    await press('Register')
    await screen.findByText('No such permission')
  })
})

describe('an agent', () => {
  it('is registered with what it is for, on the machine of its person, and with nothing to choose', async () => {
    await openFor(/^An agent/)
    fill('Name', 'Build Bot')
    expect(screen.queryByLabelText('What its tokens carry of what people may do')).toBeNull()
    expect(screen.queryByLabelText(/Addresses after sign-out/)).toBeNull()
    await userEvent.click(screen.getByLabelText('dms:document:read'))
    await add('Permissions of business applications', 'expense:start')
    await add('Resources of its tokens', 'https://agents.example/mcp')
    give('post', path, { ...made, type: 'SPA', agent: true })
    await press('Register')
    await finish()
    expect(askedOf('post', path)[0]?.body).toEqual({
      type: 'SPA',
      agent: true,
      name: 'Build Bot',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['openid'],
      permissions: ['dms:document:read', 'expense:start'],
      resources: ['https://agents.example/mcp'],
    })
  })

  it('leaves nothing behind in the fields of another kind', async () => {
    await openFor(/^An agent/)
    await press('Back')
    fireEvent.click(screen.getByText(/Pages in a browser/))
    expect(says('http://127.0.0.1/callback')).toBe(false)
  })
})

describe('a backend', () => {
  it('has no addresses, and a secret that is shown once', async () => {
    await openFor(/^A backend/)
    expect(screen.queryByLabelText(/Addresses after sign-in/)).toBeNull()
    fill('Name', 'Expense')
    await userEvent.click(field('Scopes'))
    await userEvent.click(await screen.findByText('bpm.instance.write'))
    expect(screen.queryByText('bpm.events')).toBeNull()
    const scopes = ['bpm.instance.write']
    give('post', path, { ...made, scopes, tenants: ['t-1'], clientSecret: 's3cr3t' })
    await press('Register')
    await screen.findByText('s3cr3t')
    fireEvent.change(field('For'), { target: { value: 'curl' } })
    expect(says("-u 'expense-backend:s3cr3t'")).toBe(true)
    expect(says("--data-urlencode 'scope=bpm.instance.write tenant:t-1'")).toBe(true)
    const { clipboard } = navigator
    await press('Copy as .env')
    expect(await clipboard.readText()).toBe(
      `PLATFORM_URL=${location.origin}\nCLIENT_ID=expense-backend\nCLIENT_SECRET=s3cr3t\nTENANT_ID=t-1\n`,
    )
    expect(askedOf('post', path)[0]?.body).toEqual({
      type: 'SERVICE',
      name: 'Expense',
      scopes: ['bpm.instance.write'],
    })
    expect(onClose).not.toHaveBeenCalled()
    await press('I have kept it')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('gets the organisations that who keeps the platform chooses for it', async () => {
    const more = {
      status: 'active',
      requiresMfa: false,
      sessionIdleMinutes: null,
      revision: 1,
    } as const
    const { createdAt, updatedAt } = made
    const organisations = ['t-1', 't-2'].map((id) => {
      return { id, name: `Organisation ${id}`, ...more, createdAt, updatedAt }
    })
    give('get', '/api/iam/v1/tenants', all(...organisations))
    await openFor(/^A backend/, 'iam:tenant:write', 'iam:tenant:read')
    fill('Name', 'Expense')
    await userEvent.click(field('Organisations'))
    await userEvent.click(await screen.findByText('Organisation t-2'))
    give('post', path, { ...made, tenants: ['t-1', 't-2'], clientSecret: 's3cr3t' })
    await press('Register')
    await screen.findByText('s3cr3t')
    expect(askedOf('post', path)[0]?.body).toMatchObject({ tenants: ['t-1', 't-2'] })
  })

  it('is for the own organisation alone where the others may not be read', async () => {
    await openFor(/^A backend/, 'iam:tenant:write')
    expect(screen.queryByText('Organisations')).toBeNull()
  })

  it('says that the organisations could not be read', async () => {
    refuse('get', '/api/iam/v1/tenants', { code: 'iam.internal', status: 500 })
    await openFor(/^A backend/, 'iam:tenant:write', 'iam:tenant:read')
    await screen.findByText(/The organisations could not be read/)
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
