import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { nextTask } from '../../shared/next-task.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { all, aBizType, ann, aPerson } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { ProcessPage } from './process-page.tsx'
import type { Definition } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const id = '0199f0a2-4d1c-7aa0-8000-0000000000d1'
const at = '2026-11-21T12:00:00.000Z'
const one = '/api/bpm/v1/definitions/{id}'
const step = (name: string) =>
  ({
    id: name.toLowerCase(),
    type: 'approve',
    name,
    candidates: [{ kind: 'initiatorSelects' }],
  }) as const
const draft = (revision: number, ...names: string[]): Definition => ({
  id,
  bizType: 'expense',
  key: 'expense',
  version: 1,
  name: 'Expense',
  status: 'DRAFT',
  revision,
  createdBy: ann.id,
  createdAt: at,
  updatedBy: ann.id,
  updatedAt: at,
  publishedAt: null,
  retiredAt: null,
  tree: { steps: names.map(step) } as never,
  imported: [],
})

beforeEach(() => {
  give('get', '/api/bpm/v1/biz-types', all(aBizType()))
  give('get', '/api/bpm/v1/definitions', all())
  give('post', '/api/bpm/v1/definitions/validate', { problems: [], warnings: [], imported: [] })
  give('get', one, draft(1, 'Check', 'Pay'))
})

/** The page of a draft of two steps. */
async function openPage() {
  const cache = makeCache()
  const permissions = ['bpm:definition:read', 'bpm:definition:write']
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions }))
  const pages = {
    '/processes/$definitionId': ProcessPage,
    '/processes/$definitionId/simulations': () => <p>Tried</p>,
  }
  const opened = await open(`/processes/${id}`, pages, cache)
  await expect.poll(() => buttons('Move Check down')).toHaveLength(1)
  /** As it is read by itself: at every event of the inbox, and when somebody looks at the page again. */
  const readAgain = () =>
    act(async () => {
      await cache.invalidateQueries({ queryKey: ['bpm'] })
      // What came of it is drawn by then.
      await nextTask()
    })
  return { ...opened, readAgain }
}

const draw = () => press('Move Check down')
const order = () =>
  [...document.querySelectorAll('button')].flatMap(
    (button) => /^Move (\w+) down$/.exec(button.getAttribute('aria-label') ?? '')?.[1] ?? [],
  )
const mayBeSaved = () => buttons('Save')[0]?.disabled === false

it('keeps what was drawn when reading it again fails', async () => {
  const { readAgain } = await openPage()
  await draw()
  refuse('get', one, { code: 'bpm.unavailable', status: 503 })
  await readAgain()
  expect(order()).toEqual(['Pay', 'Check'])
  expect(mayBeSaved()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says so when there is nothing to show', async () => {
  refuse('get', one, { code: 'bpm.not_found', status: 404 })
  await open(`/processes/${id}`, { '/processes/$definitionId': ProcessPage })
  expect(await screen.findByRole('alert')).toBeDefined()
})

const newer = 'Somebody else has saved this meanwhile'
const revisions = () => askedOf('put', one).map(({ body }) => body.revision)

it('goes on from what was saved when publishing it is refused', async () => {
  await openPage()
  await draw()
  give('put', one, draft(2, 'Pay', 'Check'))
  refuse('post', `${one}/publish`, { code: 'bpm.definition_invalid', status: 422, title: 'No' })
  refuse('get', one, { code: 'bpm.unavailable', status: 503 })
  await expect.poll(() => buttons('Publish')[0]?.disabled).toBe(false)
  await press('Publish')
  await press('Publish')
  await screen.findByText('No')
  await press('Cancel')
  await press('Move Pay down')
  await press('Save')
  await expect.poll(revisions).toEqual([1, 2])
  expect(order()).toEqual(['Check', 'Pay'])
})

it('keeps what is drawn between saving and the answer', async () => {
  await openPage()
  await draw()
  const { promise, resolve } = Promise.withResolvers<void>()
  give('put', one, async () => {
    await promise
    give('get', one, draft(2, 'Pay', 'Check'))
    return draft(2, 'Pay', 'Check')
  })
  await press('Save')
  await press('Move Pay down')
  resolve()
  await screen.findByText('Saved')
  expect(order()).toEqual(['Check', 'Pay'])
  await expect.poll(mayBeSaved).toBe(true)
  expect(says(newer)).toBe(false)
  await press('Save')
  await expect.poll(revisions).toEqual([1, 2])
})

it('says that somebody else has saved it, and takes theirs when asked', async () => {
  const { readAgain } = await openPage()
  await draw()
  give('get', one, draft(2, 'Check', 'Pay', 'File'))
  await readAgain()
  await screen.findByText(newer)
  expect(order()).toEqual(['Pay', 'Check'])
  await press('Drop mine and load theirs')
  expect(order()).toEqual(['Check', 'Pay', 'File'])
  expect([says(newer), mayBeSaved()]).toEqual([false, false])
})

it('shows what somebody else has saved where nothing was drawn', async () => {
  const { readAgain } = await openPage()
  give('get', one, draft(2, 'Check', 'Pay', 'File'))
  await readAgain()
  await expect.poll(order).toEqual(['Check', 'Pay', 'File'])
  expect(says(newer)).toBe(false)
})

it('is not left without a question while something is not saved', async () => {
  const { history } = await openPage()
  await draw()
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '← Processes' })))
  await press('Stay')
  expect([history.location.pathname, order()]).toEqual([`/processes/${id}`, ['Pay', 'Check']])
})

it('is left for the simulations by what saves it before', async () => {
  const { history } = await openPage()
  await draw()
  give('put', one, draft(2, 'Pay', 'Check'))
  give('get', one, draft(2, 'Pay', 'Check'))
  await expect.poll(() => buttons('Try on past approvals')[0]?.disabled).toBe(false)
  await press('Try on past approvals')
  await screen.findByText('Tried')
  expect(history.location.pathname).toBe(`/processes/${id}/simulations`)
})
