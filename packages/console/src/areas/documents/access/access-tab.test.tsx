import { act, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { nextTask } from '../../../shared/next-task.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press } from '../../../testing/person.ts'
import { ann } from '../../../testing/samples.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { DmsDocument } from '../queries.ts'
import { AccessTab } from './access-tab.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const path = '/api/dms/documents/{documentId}/acl'
const at = '2026-11-18T08:12:00.000Z'
const plan: DmsDocument = {
  id: 'd-1',
  title: 'Plan',
  status: 'ACTIVE',
  ownerId: ann.id,
  folderId: null,
  currentVersionId: 'v-1',
  versionCount: 1,
  tags: [],
  properties: {},
  revision: 1,
  trashedAt: null,
  createdAt: at,
  updatedAt: at,
  rights: ['manage'],
}

async function openTab() {
  give('get', '/api/iam/v1/people', { items: [] })
  give('get', path, { inherit: true, entries: [], revision: 1 })
  const cache = makeCache()
  await show(<AccessTab document={plan} />, cache)
  const inherit = await screen.findByRole('switch')
  const readAgain = () =>
    act(async () => {
      await cache.invalidateQueries({ queryKey: ['dms'] })
      // What came of it is drawn by then.
      await nextTask()
    })
  return { inherit, readAgain }
}

const mayBeSaved = () => buttons('Save access')[0]?.disabled === false

it('keeps what was changed when reading it again fails', async () => {
  const { inherit, readAgain } = await openTab()
  await act(async () => inherit.click())
  expect(mayBeSaved()).toBe(true)
  refuse('get', path, { code: 'dms.unavailable', status: 503 })
  await readAgain()
  expect(mayBeSaved()).toBe(true)
})

it('learns what somebody else has saved when they were first', async () => {
  const { inherit } = await openTab()
  await act(async () => inherit.click())
  refuse('put', path, { code: 'dms.revision_mismatch', status: 412 })
  const entries = [{ principal: { kind: 'public' as const }, allow: ['read' as const] }]
  give('get', path, { inherit: true, entries, revision: 2 })
  await press('Save access')
  await expect.poll(() => buttons('Drop mine and load theirs').length).toBe(1)
})
