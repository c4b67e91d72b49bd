import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { answer, callsOf } from '../../testing/network.ts'
import { show, speak } from '../../testing/page.tsx'
import { buttons, press } from '../../testing/person.ts'
import { anInstance } from '../../testing/samples.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { RecordMenu } from './record-menu.tsx'

signInFirst()
beforeAll(() => speak('en', 'approvals'))

const path = '/api/bpm/v1/process-instances/{id}/record'
const ended = { status: 'APPROVED', endedAt: '2026-11-22T10:00:00.000Z' } as const

it('saves what an ended approval leaves behind, in the form that was chosen', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  answer('get', path, () => new Response('record'))
  await show(<RecordMenu instance={anInstance(ended)} />)
  for (const name of ['Print (PDF)', 'Signed file']) {
    await press('Record')
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await expect.poll(() => click.mock.calls.length).toBe(2)
  click.mockRestore()

  expect(callsOf('get', path).map(({ headers }) => headers.get('accept'))).toEqual([
    'application/pdf',
    'application/jose',
  ])
  expect(callsOf('get', path)[0]?.headers.get('accept-language')).toBe('en')
})

it('is not there while the approval runs', async () => {
  await show(<RecordMenu instance={anInstance()} />)
  expect(buttons('Record')).toEqual([])
})
