import { focusManager } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { awayAfterMs, pollWhileUsed } from './presence.ts'

afterEach(() => {
  vi.useRealTimers()
  focusManager.setEventListener(() => undefined)
  focusManager.setFocused(undefined)
})

it('polls no more once nobody has used the page for a while, and again at the next touch', () => {
  vi.useFakeTimers()
  pollWhileUsed()
  const use = () => document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))
  vi.advanceTimersByTime(awayAfterMs - 60_000)
  use()
  vi.advanceTimersByTime(awayAfterMs - 60_000)
  expect(focusManager.isFocused()).toBe(true)
  vi.advanceTimersByTime(120_000)
  expect(focusManager.isFocused()).toBe(false)
  use()
  expect(focusManager.isFocused()).toBe(true)
})
