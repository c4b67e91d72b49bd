import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { callsOf } from '../../testing/network.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { all, ann, aPerson, bob } from '../../testing/samples.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { DocumentActions } from './document-actions.tsx'
import { LockNotice } from './lock-notice.tsx'
import type { DmsDocument, Version } from './queries.ts'
import { VersionMenu } from './versions/version-menu.tsx'
import { VersionsTab } from './versions/versions-tab.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const aDocument = (changes: Partial<DmsDocument> = {}): DmsDocument => ({
  id: 'd-1',
  title: 'Plan',
  status: 'ACTIVE',
  ownerId: ann.id,
  folderId: null,
  currentVersionId: 'v-2',
  versionCount: 2,
  tags: [],
  properties: {},
  revision: 1,
  trashedAt: null,
  createdAt: at,
  updatedAt: at,
  rights: ['read', 'download', 'write', 'manage'],
  ...changes,
})
const aVersion = (changes: Partial<Version> = {}): Version => ({
  id: 'v-1',
  documentId: 'd-1',
  versionNo: 1,
  status: 'DRAFT',
  scanStatus: 'CLEAN',
  fileName: 'plan.txt',
  contentType: 'text/plain',
  sizeBytes: 5,
  sha256: 'abc',
  note: null,
  revision: 1,
  createdBy: ann.id,
  createdAt: at,
  updatedAt: at,
  ...changes,
})
const lock = { holder: bob.id, reason: 'checked out' }

function cacheOf(...permissions: readonly string[]) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  return cache
}

describe('what can be done with a version', () => {
  const onDownload = vi.fn<() => void>()
  const onRestore = vi.fn<() => void>()
  beforeEach(() => {
    onDownload.mockClear()
    onRestore.mockClear()
  })

  /** The entries of the menu of a version; none where there is no menu. */
  async function offered(of: DmsDocument, version: Version, ...permissions: string[]) {
    const menu = (
      <VersionMenu document={of} version={version} onDownload={onDownload} onRestore={onRestore} />
    )
    await show(menu, cacheOf(...permissions))
    const name = `Actions for version ${version.versionNo}`
    if (buttons(name).length === 0) return []
    await press(name)
    await expect.poll(() => entries().length).toBeGreaterThan(0)
    return entries()
  }
  const entries = () =>
    [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)

  const writer = 'dms:document:write'
  const reader = 'dms:document:read'
  const approved = aVersion({ status: 'APPROVED' })
  const published = aVersion({ status: 'PUBLISHED' })
  const newest = aVersion({ id: 'v-2', versionNo: 2 })

  it.each<[string, DmsDocument, Version, string[], string[]]>([
    [
      'to who may do everything',
      aDocument(),
      aVersion(),
      [writer],
      ['Download', 'Make it the newest again'],
    ],
    ['of the newest, which is it already', aDocument(), newest, [writer], ['Download']],
    [
      'of an approved one',
      aDocument(),
      approved,
      [writer, reader],
      ['Download', 'Make it the newest again', 'Publish', 'Record'],
    ],
    [
      'of an approved one to who may only read',
      aDocument({ rights: ['read'] }),
      approved,
      [reader],
      ['Record'],
    ],
    [
      'of a published one',
      aDocument(),
      published,
      [writer],
      ['Download', 'Make it the newest again', 'Archive'],
    ],
    [
      'of an archived one',
      aDocument(),
      aVersion({ status: 'ARCHIVED' }),
      [writer],
      ['Download', 'Make it the newest again'],
    ],
    [
      'of one in approval',
      aDocument(),
      aVersion({ status: 'IN_APPROVAL' }),
      [writer],
      ['Download', 'Make it the newest again'],
    ],
    [
      'without the right to manage',
      aDocument({ rights: ['read', 'download', 'write'] }),
      aVersion(),
      [writer],
      ['Download', 'Make it the newest again'],
    ],
    ['while somebody else has it', aDocument({ lock }), aVersion(), [writer], ['Download']],
    [
      'to who has checked it out',
      aDocument({ lock: { ...lock, holder: ann.id } }),
      aVersion(),
      [writer],
      ['Download', 'Make it the newest again'],
    ],
    [
      'while an approval has it',
      aDocument({ lock: { ...lock, holder: ann.id, bindingId: 'b-1' } }),
      aVersion(),
      [writer],
      ['Download'],
    ],
    ['without the permission to write', aDocument(), aVersion(), [], ['Download']],
    ['to who may only read', aDocument({ rights: ['read'] }), aVersion(), [writer], []],
    [
      'of a document whose rights are not known',
      aDocument({ rights: [] }),
      aVersion(),
      [writer],
      [],
    ],
  ])('is offered %s', async (_, of, version, permissions, expected) => {
    expect(await offered(of, version, ...permissions)).toEqual(expected)
  })

  it('is done at once, and says why not when it is refused', async () => {
    await offered(aDocument(), approved, writer)
    refuse('post', '/api/dms/versions/{versionId}/publish', { code: 'dms.not_clean', status: 409 })
    await press('Publish')
    await expect.poll(() => says('dms.not_clean')).toBe(true)
    const [asked] = callsOf('post', '/api/dms/versions/{versionId}/publish')
    expect(asked?.url.pathname).toBe('/api/dms/versions/v-1/publish')
  })
})

describe('a document that is locked', () => {
  beforeEach(() =>
    give('get', '/api/iam/v1/people', { items: [{ ...bob, kind: 'user', detail: 'bob' }] }),
  )

  const showLock = (locked: DmsDocument, ...permissions: string[]) =>
    show(<LockNotice document={locked} />, cacheOf(...permissions))
  const writer = 'dms:document:write'

  it('says who has checked it out, and lets nobody check it in who only writes', async () => {
    await showLock(aDocument({ lock, rights: ['read', 'write'] }), writer)
    await screen.findByText(`${bob.name} has checked it out.`)
    expect(buttons('Check in')).toEqual([])
  })

  it('is checked in by who checked it out', async () => {
    await showLock(aDocument({ lock: { ...lock, holder: ann.id } }))
    give('delete', '/api/dms/documents/{documentId}/lock', undefined)
    await press('Check in')
    await expect
      .poll(() => callsOf('delete', '/api/dms/documents/{documentId}/lock').length)
      .toBe(1)
  })

  it('is checked in by who manages it, too', async () => {
    await showLock(aDocument({ lock }), writer)
    expect(buttons('Check in')).toHaveLength(1)
  })

  it('can be changed by who checked it out', async () => {
    const own = aDocument({ lock: { ...lock, holder: ann.id } })
    give('get', '/api/dms/documents/{documentId}/versions', all(aVersion()))
    const page = (
      <>
        <DocumentActions document={own} />
        <VersionsTab document={own} />
      </>
    )
    await show(page, cacheOf(writer))
    await expect.poll(() => buttons('Upload a new version').length).toBe(1)
    await press('More actions')
    await expect.poll(() => says('Edit title and tags')).toBe(true)
    expect(says('Check out')).toBe(false)
  })

  it('by an approval is nobody’s to unlock', async () => {
    await showLock(aDocument({ lock: { ...lock, holder: ann.id, bindingId: 'b-1' } }), writer)
    expect(says('It is being approved.')).toBe(true)
    expect(buttons('Check in')).toEqual([])
  })

  it('says nothing while it is not', async () => {
    await showLock(aDocument())
    expect(says('Locked')).toBe(false)
  })
})
