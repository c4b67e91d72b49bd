import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { press, says } from '../../testing/person.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeAll(() => speak('en'))

it.each([
  ['asks', {}, 2],
  ['is at work', { isRunning: true }, 0],
  ['shows what came of it', { isDone: true }, 0],
])('a click beside it or Escape closes it while it %s: %j', async (_, state, times) => {
  const onClose = vi.fn<() => void>()
  const nothing = () => undefined
  await show(
    <ConfirmDialog
      opened
      title="Sure?"
      confirm="Yes"
      {...state}
      onConfirm={nothing}
      onClose={onClose}
    />,
  )
  const dialog = document.querySelector('[role=dialog]')
  const beside = document.querySelector('.mantine-Modal-overlay')
  if (dialog === null || beside === null) throw new Error('there is no dialog')
  await act(async () => {
    fireEvent.click(beside)
    fireEvent.keyDown(dialog, { key: 'Escape' })
  })
  expect(onClose).toHaveBeenCalledTimes(times)
  await press('Close')
  expect(onClose).toHaveBeenCalledTimes(times + 1)
})

it('what was entered is not lost by a click beside it, nor by Escape without a question', async () => {
  const onClose = vi.fn<() => void>()
  const nothing = () => undefined
  await show(
    <ConfirmDialog
      opened
      isChanged
      title="New"
      confirm="Make"
      onConfirm={nothing}
      onClose={onClose}
    >
      <input aria-label="Name" data-autofocus />
    </ConfirmDialog>,
  )
  const [dialog] = screen.getAllByRole('dialog')
  const beside = document.querySelector('.mantine-Modal-overlay')
  if (dialog === undefined || beside === null) throw new Error('there is no dialog')
  const escape = () => act(async () => void fireEvent.keyDown(dialog, { key: 'Escape' }))
  await act(async () => void fireEvent.click(beside))
  expect(says('Leave without saving?')).toBe(false)
  await escape()
  await screen.findByText('Leave without saving?')
  // It closes the question, and nothing around it.
  await escape()
  await expect.poll(() => says('Leave without saving?')).toBe(false)
  await escape()
  await screen.findByText('Leave without saving?')
  await press('Stay')
  await expect.poll(() => says('Leave without saving?')).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
  await escape()
  await screen.findByText('Leave without saving?')
  await press('Leave')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('its own button closes it at once, whatever was entered', async () => {
  const onClose = vi.fn<() => void>()
  const nothing = () => undefined
  await show(
    <ConfirmDialog
      opened
      isChanged
      title="New"
      confirm="Make"
      onConfirm={nothing}
      onClose={onClose}
    />,
  )
  await press('Cancel')
  expect(onClose).toHaveBeenCalledTimes(1)
})
