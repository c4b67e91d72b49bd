import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Around, makeCache, speak } from '../../testing/page.tsx'
import { changeLanguage } from '../../text/i18n.ts'
import { listenToFrame, type Frame } from './frame-messages.ts'
import { useFrameLook } from './use-frame-look.ts'
import { useFrameHeight } from './use-frame-height.ts'

const address = 'https://app.example/expenses/1'
const origin = 'https://app.example'

/** A frame with a window of its own, which hears what is said to it. */
function aFrame() {
  const heard = vi.fn<(message: unknown, to: string) => void>()
  const contentWindow = { postMessage: heard } as unknown as Window
  const frame = { current: { contentWindow } } as unknown as Frame
  return { frame, window: contentWindow, heard }
}

const say = (data: unknown, source: unknown, from = origin) =>
  act(() => {
    const event = new MessageEvent('message', { data, origin: from })
    Object.defineProperty(event, 'source', { value: source })
    globalThis.window.dispatchEvent(event)
  })

describe('a message', () => {
  const hear = vi.fn<(message: unknown) => void>()
  beforeEach(() => hear.mockClear())

  it('is heard of the page in the frame', () => {
    const { frame, window } = aFrame()
    const stop = listenToFrame(frame, address, 'countersign.detail', hear)
    say({ type: 'countersign.detail', height: 5 }, window)
    expect(hear.mock.calls).toEqual([[{ type: 'countersign.detail', height: 5 }]])
    stop()
    say({ type: 'countersign.detail', height: 6 }, window)
    expect(hear).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['of another window', { type: 'x' }, {}, origin],
    ['of another origin', { type: 'x' }, 'own', 'https://evil.example'],
    ['of an origin that looks like it', { type: 'x' }, 'own', 'https://app.example.evil.example'],
    ['of another type', { type: 'y' }, 'own', origin],
    ['without a type', { height: 5 }, 'own', origin],
    ['that is a text', 'x', 'own', origin],
    ['that is nothing', null, 'own', origin],
  ])('%s is not heard', (_, data, source, from) => {
    const { frame, window } = aFrame()
    const stop = listenToFrame(frame, address, 'x', hear)
    say(data, source === 'own' ? window : source, from)
    expect(hear).not.toHaveBeenCalled()
    stop()
  })
})

describe('the height of a page in a frame', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  it('is what the page says, each time it says it', () => {
    const { frame, window } = aFrame()
    const { result } = renderHook(() => useFrameHeight(frame, address))
    expect(result.current).toEqual({ height: undefined, missing: false })
    say({ type: 'countersign.detail', height: 320 }, window)
    say({ type: 'countersign.detail', height: 480 }, window)
    expect(result.current.height).toBe(480)
  })

  it.each(['480', null, Number.NaN, Infinity])('is not %s', (height) => {
    const { frame, window } = aFrame()
    const { result } = renderHook(() => useFrameHeight(frame, address))
    say({ type: 'countersign.detail', height }, window)
    expect(result.current.height).toBeUndefined()
  })

  it('is missed after twelve seconds, and welcome when it comes later', () => {
    const { frame, window } = aFrame()
    const { result } = renderHook(() => useFrameHeight(frame, address))
    act(() => void vi.advanceTimersByTime(11_999))
    expect(result.current.missing).toBe(false)
    act(() => void vi.advanceTimersByTime(1))
    expect(result.current.missing).toBe(true)
    say({ type: 'countersign.detail', height: 320 }, window)
    expect(result.current.height).toBe(320)
  })
})

describe('the look of the console', () => {
  async function openLook() {
    await speak('en')
    const { frame, window, heard } = aFrame()
    renderHook(() => useFrameLook(frame, address), {
      wrapper: ({ children }) => <Around cache={makeCache()}>{children}</Around>,
    })
    return { window, heard, ask: () => say({ type: 'countersign.look' }, window) }
  }

  it('is told to a page that asks, and to nobody else', async () => {
    const { heard, ask } = await openLook()
    expect(heard).not.toHaveBeenCalled()
    ask()
    const look = { type: 'countersign.look', language: 'en', theme: 'light' }
    expect(heard.mock.calls).toEqual([[look, origin]])
  })

  it('is told again when it changes, or when the page is loaded anew', async () => {
    const { heard, ask } = await openLook()
    ask()
    await act(() => changeLanguage('zh-CN'))
    expect(heard.mock.lastCall?.[0]).toMatchObject({ language: 'zh-CN' })
    const before = heard.mock.calls.length
    ask()
    expect(heard.mock.calls.length).toBe(before + 1)
  })
})
