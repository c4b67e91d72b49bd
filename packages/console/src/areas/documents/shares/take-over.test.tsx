import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { callsOf } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { ann, aPerson, bob } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { DmsDocument, Share } from '../queries.ts'
import { SharesTab } from './shares-tab.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const path = '/api/dms/documents/{documentId}/shares'
const share: Share = {
  id: 's-1',
  documentId: 'd-1',
  versionId: null,
  name: 'Board',
  watermark: false,
  hasPassword: false,
  validFrom: null,
  validUntil: null,
  maxDownloads: 5,
  downloadCount: 0,
  viewCount: 2,
  allowDownload: false,
  allowPreview: true,
  revokedAt: null,
  maker: bob,
  takenOverBy: null,
  takenOverAt: null,
  restsBecause: 'account_inactive',
  createdBy: bob.id,
  createdAt: '2026-11-18T08:12:00.000Z',
  revision: 1,
}

async function openTab(items: Share[]) {
  give('get', path, { items, nextCursor: null })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  // Nothing else of the document matters here.
  const document = { id: 'd-1' } as DmsDocument
  await show(<SharesTab document={document} />, cache)
  await screen.findByText('Board')
}

it('a share that rests says whose it is and why, and can be taken over', async () => {
  await openTab([share])
  expect(says('Rests')).toBe(true)
  expect(says('2 of 5 views')).toBe(true)
  expect(says(`Made by ${bob.name}`)).toBe(true)
  expect(says('the account of this person is not active')).toBe(true)

  const takeOver = `${path}/{shareId}/take-over` as const
  const taken = { ...share, takenOverBy: ann, restsBecause: null }
  give('post', takeOver, taken)
  await press('Take over')
  await screen.findByText('Take this share over?')
  give('get', path, { items: [taken], nextCursor: null })
  await press('Take over')
  await screen.findByText(`Taken over by ${ann.name}`)
  expect(callsOf('post', takeOver)).toHaveLength(1)
  await expect.poll(() => buttons('Take over')).toEqual([])
})

it("one's own share is not taken over", async () => {
  await openTab([{ ...share, maker: ann, createdBy: ann.id, restsBecause: null }])
  expect(buttons('Take over')).toEqual([])
})
