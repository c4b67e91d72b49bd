import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { answer, json } from '../../../testing/network.ts'
import { makeCache, open, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { all, ann, aPerson } from '../../../testing/samples.ts'
import { askedOf, give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { aFile, part, takeUploads } from '../../../testing/uploads.ts'
import { DocumentPage } from '../document-page.tsx'
import type { Version } from '../queries.ts'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const aVersion = (versionNo: number): Version => ({
  id: `v-${versionNo}`,
  documentId: 'd-1',
  versionNo,
  status: 'DRAFT',
  scanStatus: 'CLEAN',
  fileName: `plan ${versionNo}.txt`,
  contentType: 'text/plain',
  sizeBytes: 5,
  sha256: 'abc',
  note: null,
  revision: 1,
  createdBy: ann.id,
  createdAt: at,
  updatedAt: at,
})

/** A document of one version, which has two once a file has arrived. */
function keepDocument(isThere: () => boolean): void {
  give('get', '/api/dms/documents/{documentId}', () => ({
    id: 'd-1',
    title: 'Plan',
    status: 'ACTIVE' as const,
    ownerId: ann.id,
    folderId: null,
    currentVersionId: isThere() ? 'v-2' : 'v-1',
    versionCount: isThere() ? 2 : 1,
    tags: [],
    properties: {},
    revision: 1,
    trashedAt: null,
    createdAt: at,
    updatedAt: at,
    rights: ['read' as const, 'write' as const],
    hasApproval: false,
  }))
  give('get', '/api/dms/documents/{documentId}/versions', () =>
    isThere() ? all(aVersion(2), aVersion(1)) : all(aVersion(1)),
  )
  give('get', '/api/iam/v1/people', { items: [{ ...ann, kind: 'user', detail: 'ann' }] })
}

it('a file that arrives while the approval is looked at is what the approval is asked for', async () => {
  let isThere = false
  keepDocument(() => isThere)
  takeUploads()
  const held = Promise.withResolvers<void>()
  answer('put', part, async () => {
    await held.promise
    return json({ number: 1 })
  })
  answer('post', '/api/dms/uploads/{id}/complete', () => {
    isThere = true
    return json({ documentId: 'd-1', versionId: 'v-2' })
  })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))
  const pages = { '/documents/$documentId': DocumentPage }
  await open('/documents/d-1?tab=versions', pages, cache)
  await expect.poll(() => buttons('Upload a new version').length).toBe(1)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file can be chosen')
  await userEvent.upload(input, aFile('plan 2.txt', 5))

  await userEvent.click(screen.getByRole('tab', { name: 'Approval' }))
  await expect.poll(() => says('Version 1 · plan 1.txt')).toBe(true)
  await act(async () => held.resolve())
  await expect.poll(() => says('Version 2 · plan 2.txt')).toBe(true)

  const approval = '/api/dms/documents/{documentId}/approval'
  answer('post', approval, () => json({ code: 'x', title: 'x', status: 422 }, 422))
  await press('Ask for approval')
  await expect.poll(() => askedOf('post', approval)[0]?.body.versionId).toBe('v-2')
})
