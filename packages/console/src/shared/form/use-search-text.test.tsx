import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSearchText } from './use-search-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const typed = (value: string, isComposing = false) => ({
  currentTarget: { value },
  nativeEvent: { isComposing },
})

function open() {
  const told: string[] = []
  const hook = renderHook(({ applied }) => useSearchText(applied, (text) => told.push(text)), {
    initialProps: { applied: '' },
  })
  const type = (value: string, isComposing?: boolean) =>
    act(() => hook.result.current.onChange(typed(value, isComposing)))
  const wait = () => act(() => void vi.advanceTimersByTime(250))
  return { told, type, wait, hook, text: () => hook.result.current.value }
}

it('keeps the letters typed while what was told before is applied', () => {
  const { told, type, wait, hook, text } = open()
  type('inv')
  wait()
  type('invo')
  hook.rerender({ applied: 'inv' })
  expect(text()).toBe('invo')
  wait()
  expect(told).toEqual(['inv', 'invo'])
})

it('keeps the letters where what was told is applied without the space at its end', () => {
  const { type, wait, hook, text } = open()
  type('foo ')
  wait()
  type('foo b')
  hook.rerender({ applied: 'foo' })
  expect(text()).toBe('foo b')
})

it('shows a search that came by other means', () => {
  const { type, wait, hook, text } = open()
  type('inv')
  wait()
  hook.rerender({ applied: 'inv' })
  hook.rerender({ applied: '' })
  expect(text()).toBe('')
})

it('tells nothing of letters that are still put together', () => {
  const { told, type, wait, hook } = open()
  type('z', true)
  wait()
  expect(told).toEqual([])
  act(() => hook.result.current.onCompositionEnd(typed('张')))
  wait()
  expect(told).toEqual(['张'])
})
