import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { all, ann, aPerson } from '../../../testing/samples.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { LibraryTable } from './library-table.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const owned = { ownerId: ann.id, revision: 1, createdAt: at, updatedAt: at }
const document = { id: 'd-1', title: 'Plan', status: 'ACTIVE', tags: [], versionCount: 1, ...owned }
const folder = { id: 'f-1', name: 'Contracts', parentId: null, ...owned }

it('says that folders could not be read though documents are there, and reads them again', async () => {
  give('get', '/api/iam/v1/people', { items: [] })
  give('get', '/api/dms/documents', all(document) as never)
  refuse('get', '/api/dms/folders', { code: 'dms.busy', status: 503 })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  await show(<LibraryTable search={{}} onFolder={() => undefined} />, cache)
  await expect.poll(() => says('Plan')).toBe(true)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('dms.busy')
  give('get', '/api/dms/folders', all(folder) as never)
  await press('Try again')
  await expect.poll(() => says('Contracts')).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})
