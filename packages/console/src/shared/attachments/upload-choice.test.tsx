import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { answer, json } from '../../testing/network.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { aPerson } from '../../testing/samples.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { aFile, takeUploads } from '../../testing/uploads.ts'
import type { Attachment } from './queries.ts'
import { UploadChoice } from './upload-choice.tsx'

signInFirst()
beforeAll(() => speak('en', 'attachments'))

it('sends the other files when one is refused, and says which and why', async () => {
  takeUploads()
  answer('put', '/api/dms/documents/{documentId}/acl', ({ url: { pathname } }) =>
    pathname.includes('d-u-2')
      ? json({ code: 'dms.acl_invalid', title: 'Not valid', status: 422 }, 422)
      : json({}),
  )
  const onUploaded = vi.fn<(attachment: Attachment) => void>()
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['dms:document:write'] }))
  const choice = <UploadChoice people={[]} onUploaded={onUploaded} onSending={() => undefined} />
  await show(choice, cache)
  const input = document.querySelector('input[type=file]')
  if (input === null) throw new Error('there is no input')
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => aFile(name, 5))
  await act(async () => void fireEvent.change(input, { target: { files } }))
  await screen.findByText('“b.txt” was not sent:')
  expect(says('Not valid')).toBe(true)
  expect(onUploaded.mock.calls.map(([{ name }]) => name)).toEqual(['a.txt', 'c.txt'])
})
