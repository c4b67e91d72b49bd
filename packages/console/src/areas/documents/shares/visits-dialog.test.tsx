import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { all } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { VisitsDialog } from './visits-dialog.tsx'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const path = '/api/dms/documents/{documentId}/shares/{shareId}/visits'
const visit = (address: string) => ({
  occurredAt: '2026-11-20T09:30:00.000Z',
  action: 'version.previewed' as const,
  versionId: null,
  address,
  page: null,
  continues: false,
})
const open = () =>
  show(<VisitsDialog documentId="d-1" shareId="s-1" onClose={() => undefined} />, makeCache())

it('visits of a share can be read to the first one', async () => {
  give('get', path, ({ url }) =>
    url.searchParams.get('cursor') === 'older'
      ? { items: [visit('192.0.2.1')], nextCursor: null }
      : { items: [visit('192.0.2.2')], nextCursor: 'older' },
  )
  await open()
  await expect.poll(() => says('192.0.2.2')).toBe(true)
  expect(says('192.0.2.1')).toBe(false)
  await press('Show more')
  await expect.poll(() => says('192.0.2.1')).toBe(true)
  expect(says('192.0.2.2')).toBe(true)
  expect(buttons('Show more')).toEqual([])
})

it('a share that nobody visited says so', async () => {
  give('get', path, all())
  await open()
  await expect.poll(() => says('Nobody has been there yet')).toBe(true)
})
