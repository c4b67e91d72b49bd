import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { nextTask } from '../../../shared/next-task.ts'
import { makeCache, open, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { all, aBizType, ann, aPerson } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { DecisionPage } from './decision-page.tsx'
import type { Decision } from './table.ts'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const id = '0199f0a2-4d1c-7aa0-8000-0000000000e1'
const at = '2026-11-21T12:00:00.000Z'
const one = '/api/bpm/v1/decisions/{id}'
const draft = (revision: number, rows: number): Decision => ({
  id,
  bizType: 'expense',
  key: 'approvers',
  version: 1,
  name: 'Approvers',
  status: 'DRAFT',
  revision,
  createdBy: ann.id,
  createdAt: at,
  updatedBy: ann.id,
  updatedAt: at,
  publishedAt: null,
  retiredAt: null,
  contentHash: null,
  table: {
    hitPolicy: 'UNIQUE',
    inputs: [{ variable: 'amount', type: 'number' }],
    outputs: [{ name: 'howMany', type: 'approvals' }],
    rows: Array.from({ length: rows }, () => ({ inputs: [null], outputs: [1] })),
    otherwise: null,
  },
  examples: [],
})

beforeEach(() => {
  give('get', '/api/bpm/v1/biz-types', all(aBizType()))
  give('post', '/api/bpm/v1/decisions/validate', { problems: [], warnings: [] })
  give('get', one, draft(1, 1))
})

/** The page of a draft of one row. */
async function openPage() {
  const cache = makeCache()
  const permissions = ['bpm:definition:read', 'bpm:definition:write']
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions }))
  const opened = await open(
    `/decision-tables/${id}`,
    { '/decision-tables/$decisionId': DecisionPage },
    cache,
  )
  await expect.poll(() => buttons('Add a row')).toHaveLength(1)
  const readAgain = () =>
    act(async () => {
      await cache.invalidateQueries({ queryKey: ['bpm'] })
      // What came of it is drawn by then.
      await nextTask()
    })
  return { ...opened, readAgain }
}

const rows = () => document.querySelectorAll('tbody tr').length
const mayBeSaved = () => buttons('Save')[0]?.disabled === false

it('keeps what was written when reading it again fails', async () => {
  const { readAgain } = await openPage()
  await press('Add a row')
  refuse('get', one, { code: 'bpm.unavailable', status: 503 })
  await readAgain()
  expect(rows()).toBe(2)
  expect(mayBeSaved()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('goes on from what was saved when publishing it is refused', async () => {
  await openPage()
  await press('Add a row')
  give('put', one, ({ body: { table } }) => ({ ...draft(2, 0), table }))
  refuse('post', `${one}/publish`, { code: 'bpm.decision_invalid', status: 422, title: 'No' })
  refuse('get', one, { code: 'bpm.unavailable', status: 503 })
  await expect.poll(() => buttons('Publish')[0]?.disabled).toBe(false)
  await press('Publish')
  await press('Publish')
  await screen.findByText('No')
  await press('Cancel')
  await press('Add a row')
  await press('Save')
  await expect.poll(() => askedOf('put', one).map(({ body }) => body.revision)).toEqual([1, 2])
  expect(rows()).toBe(3)
})

it('says that somebody else has saved it, and takes theirs when asked', async () => {
  const { readAgain } = await openPage()
  await press('Add a row')
  give('get', one, draft(2, 4))
  await readAgain()
  await screen.findByText('Somebody else has saved this meanwhile')
  expect(rows()).toBe(2)
  await press('Drop mine and load theirs')
  expect([rows(), mayBeSaved(), says('Somebody else')]).toEqual([4, false, false])
})
