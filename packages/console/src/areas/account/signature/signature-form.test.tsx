import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { SignatureForm } from './signature-form.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const path = '/api/bpm/v1/me/signature'
const strokes = [
  [
    { x: 0, y: 0 },
    { x: 30, y: 40 },
  ],
]

function draw(field: Element): void {
  const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, buttons: 1 })
  field.getBoundingClientRect = () => new DOMRect(0, 0, 600, 200)
  fireEvent.pointerDown(field, at(0, 0))
  fireEvent.pointerMove(field, at(30, 40))
}

it('is drawn, kept and shown', async () => {
  give('get', path, { strokes: [] })
  await show(<SignatureForm />)
  const field = await screen.findByRole('img', { name: /^Field for your signature/ })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  draw(field)
  give('put', path, { strokes })
  give('get', path, { strokes })
  await press('Save')
  await screen.findByRole('img', { name: 'Your signature' })
  expect(callsOf('put', path)[0]?.body).toEqual({ strokes })
})

it('is removed', async () => {
  give('get', path, { strokes })
  await show(<SignatureForm />)
  await screen.findByRole('img', { name: 'Your signature' })
  give('delete', path, undefined)
  give('get', path, { strokes: [] })
  await press('Remove')
  await screen.findByRole('img', { name: /^Field for your signature/ })
  expect(says('No signature from now on')).toBe(true)
})
