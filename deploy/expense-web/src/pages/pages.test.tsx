import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance } from 'i18next'
import { ErrorResponse } from 'oidc-client-ts'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProblemError, type Api } from '../api.ts'
import type { Expense } from '../expenses.ts'
import { Services } from '../services.ts'
import { en } from '../text/en.ts'
import { CreatePage } from './create.tsx'
import { DetailPage } from './detail.tsx'

const session = { user: { id: 'u1', name: 'Ada' }, token: async () => '', signOut: async () => {} }
const own = vi.fn<(path: string, request?: { readonly json?: object }) => Promise<unknown>>()
const api = { own } as unknown as Api
let queries: QueryClient
let root: Root
let page: HTMLElement

beforeEach(() => {
  // It is waited for what is shown.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  own.mockReset()
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
})
afterEach(() => {
  root.unmount()
  page.remove()
  vi.unstubAllGlobals()
})

async function show(shown: ReactNode): Promise<void> {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { translation: en } } })
  root.render(
    <I18nextProvider i18n={i18n}>
      <Services value={{ session, api }}>
        <QueryClientProvider client={queries}>{shown}</QueryClientProvider>
      </Services>
    </I18nextProvider>,
  )
}

/** Waits until it is on the page. */
async function find<E extends HTMLElement>(selector: string): Promise<E> {
  const look = () => page.querySelector<E>(selector)
  await expect.poll(look).not.toBeNull()
  return look() as E
}

const type = (field: HTMLInputElement | HTMLTextAreaElement, value: string) => {
  field.value = value
}

const returned: Expense = {
  id: 'e1',
  title: 'Fair',
  reason: 'stand',
  amount: 900,
  attachments: [],
  status: 'RETURNED',
  instanceId: null,
  ownerId: 'u1',
  createdAt: '2026-01-01T00:00:00Z',
}

it.each([
  ['the backend is away', new ProblemError(503, { title: 'Busy' }), 'Busy', 'button'],
  ['the session has ended', new ErrorResponse({ error: 'invalid_grant' }), en.sessionEnded, 'a'],
])(
  'keeps what was typed when %s while the expense is read again',
  async (_why, error, words, way) => {
    own.mockImplementation(async (path) => (path.endsWith('/events') ? { items: [] } : returned))
    await show(<DetailPage id="e1" />)
    type(await find<HTMLTextAreaElement>('textarea'), 'with receipt')
    own.mockImplementation(async () => {
      throw error
    })
    await queries.refetchQueries({ queryKey: ['expense'] })
    const notice = await find('[role=alert]')
    expect(notice.textContent).toContain(words)
    expect(notice.querySelector(way)).not.toBeNull()
    expect((await find<HTMLTextAreaElement>('textarea')).value).toBe('with receipt')
  },
)

it('leads to what was submitted first when other values are submitted after a lost answer', async () => {
  own.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const before = new ProblemError(409, { code: 'expense.submitted_before', title: 'Before' })
  own.mockRejectedValueOnce(before)
  await show(<CreatePage />)
  type(await find<HTMLInputElement>('[name=title]'), 'Fair')
  type(await find<HTMLInputElement>('[name=amount]'), '5000')
  type(await find<HTMLTextAreaElement>('textarea'), 'stand')
  const form = await find<HTMLFormElement>('form')
  const submit = () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  submit()
  expect((await find('[role=alert]')).textContent).toContain('Failed to fetch')
  type(await find<HTMLInputElement>('[name=amount]'), '500')
  submit()
  const link = await find<HTMLAnchorElement>('[role=alert] a')
  const ids = own.mock.calls.map(
    ([, request]) => (request?.json as { id?: string } | undefined)?.id,
  )
  expect(ids).toEqual([ids[0], ids[0]])
  expect(link.getAttribute('href')).toBe(`/expenses/${ids[0]}`)
})
