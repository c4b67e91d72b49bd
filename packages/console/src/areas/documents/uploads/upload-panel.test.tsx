import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { answer, json } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { aFile, part, takeUploads } from '../../../testing/uploads.ts'
import { UploadPanel } from './upload-panel.tsx'
import { startUploads } from './upload-store.ts'

signInFirst()
beforeAll(() => speak('en', 'documents'))

const start = (...names: readonly string[]) =>
  act(async () =>
    startUploads(
      names.map((name) => aFile(name, 2000)),
      { folderId: 'f-1' },
    ),
  )

describe('what is on its way', () => {
  it('is not there before anything is', async () => {
    await show(<UploadPanel />)
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })

  it('is said of each file, and can be cancelled; what is over can be cleared', async () => {
    takeUploads()
    answer('put', part, () => new Promise(() => undefined))
    await show(<UploadPanel />)
    await start('a.txt', 'b.txt', 'c.txt')
    await expect.poll(() => says('3 files on their way')).toBe(true)
    await expect.poll(() => says('Uploading · 0 bytes / 2 kB')).toBe(true)
    expect(says('Waiting')).toBe(true)
    await press('Cancel c.txt')
    await expect.poll(() => says('2 files on their way')).toBe(true)
    expect(says('Cancelled')).toBe(true)
    await press('Clear')
    expect(says('c.txt')).toBe(false)
    await press('Cancel a.txt')
    await press('Cancel b.txt')
    await press('Clear')
    expect(says('a.txt')).toBe(false)
  })

  it('says why a file did not get through, and goes on with it when asked', async () => {
    refuse('post', '/api/dms/uploads/initiate', {
      code: 'dms.quota_exceeded',
      status: 413,
      title: 'No room',
    })
    await show(<UploadPanel />)
    await start('d.txt')
    await expect.poll(() => says('No room (dms.quota_exceeded)')).toBe(true)
    expect(says('Uploads finished')).toBe(true)
    takeUploads()
    answer('get', '/api/dms/uploads/{id}', () => json({ code: 'x', title: 'x', status: 404 }, 404))
    await press('Go on')
    await expect.poll(() => says('Uploaded')).toBe(true)
    expect(buttons('Go on')).toEqual([])
  })
})
