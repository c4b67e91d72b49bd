import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, press } from '../../../testing/person.ts'
import { aSource } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { NewSourceDialog } from './new-source-dialog.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const path = '/api/dms/storage-sources'
const onClose = vi.fn<() => void>()
beforeEach(async () => {
  onClose.mockClear()
  await show(<NewSourceDialog onClose={onClose} />)
  fill('Name', 'Archive')
})

const fillBucket = () => {
  fill('Endpoint', 'https://s3.example')
  fill('Bucket', 'archive')
  fill('Credentials', 'STORAGE_ARCHIVE')
}

it('asks of a folder neither for a bucket nor for what was typed of one', async () => {
  fillBucket()
  fireEvent.click(field('Kind'))
  fireEvent.click(screen.getByText('Folder of the service'))
  expect(() => field('Endpoint')).toThrow('no field')
  give('post', path, aSource())
  await press('Save')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(askedOf('post', path)[0]?.body).toEqual({ name: 'Archive', kind: 'filesystem' })
})

it('stays open with the fault at its field', async () => {
  fillBucket()
  refuse('post', path, {
    code: 'dms.invalid',
    status: 422,
    errors: [{ pointer: '/endpoint', code: 'unknown', detail: 'Not of this deployment' }],
  })
  await press('Save')
  await screen.findByText('Not of this deployment')
  expect(field('Endpoint').getAttribute('aria-invalid')).toBe('true')
  expect(callsOf('post', path)).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})
