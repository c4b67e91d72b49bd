import { beforeAll, expect, it, vi } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { callsOf } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { aPerson } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { RecordsDialog } from './records-dialog.tsx'
import type { FiledRecord } from './records.ts'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const at = '2026-11-18T08:12:00.000Z'
const aRecord = (changes: Partial<FiledRecord> = {}): FiledRecord => ({
  id: 'r-1',
  versionId: 'v-1',
  instanceId: 'i-1',
  round: 1,
  language: 'en',
  status: 'FILED',
  requestedAt: at,
  filedAt: at,
  ...changes,
})
const path = '/api/dms/versions/{versionId}/records'

async function open(items: FiledRecord[], mayFile = true, mayRequest = true) {
  give('get', path, { items, mayRequest })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))
  await show(<RecordsDialog versionId="v-1" mayFile={mayFile} onClose={vi.fn()} />, cache)
}

it('gives what is filed in both forms, and files what is not', async () => {
  await open([aRecord()])
  await expect.poll(() => buttons('Print (PDF), English').length).toBe(1)
  expect(buttons('Signed file, English')).toHaveLength(1)
  expect(buttons('File it: English')).toHaveLength(0)

  const on = { language: 'zh-CN', status: 'UNKNOWN' } as const
  give('post', path, {
    items: [aRecord(), aRecord({ id: 'r-2', ...on })],
    mayRequest: true,
  })
  await press('File it: Chinese')
  await expect.poll(() => says('The last attempt failed')).toBe(true)
  expect(callsOf('post', path)).toMatchObject([{ body: { language: 'zh-CN' } }])
})

it('lets who may only read ask for nothing', async () => {
  await open([], false)
  await expect.poll(() => says('No record is filed')).toBe(true)
  expect(buttons('File it: English')).toHaveLength(0)
})

it('lets who writes and neither started the approval nor manages the document ask for nothing', async () => {
  await open([], true, false)
  await expect.poll(() => says('No record is filed')).toBe(true)
  expect(buttons('File it: English')).toHaveLength(0)
})
