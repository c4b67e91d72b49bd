import { act, fireEvent } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { press } from '../../testing/person.ts'
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
