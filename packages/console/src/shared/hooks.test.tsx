import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useIdempotencyKey } from './form/use-idempotency-key.ts'
import { useSearchText } from './form/use-search-text.ts'
import { useObjectUrl } from './use-object-url.ts'

describe('the key of a form that is sent', () => {
  it('is the same for the same content, however often it is sent and drawn', () => {
    const { result, rerender } = renderHook(useIdempotencyKey)
    const first = result.current({ title: 'Trip', amount: 5 })
    rerender()
    expect(result.current({ title: 'Trip', amount: 5 })).toBe(first)
  })

  it('is another for other content, and the first again when that comes back', () => {
    const { result } = renderHook(useIdempotencyKey)
    const first = result.current({ title: 'Trip' })
    expect(result.current({ title: 'Trips' })).not.toBe(first)
    expect(result.current({ title: 'Trip' })).toBe(first)
  })

  it('is another in another form', () => {
    const [one, other] = [renderHook(useIdempotencyKey), renderHook(useIdempotencyKey)]
    expect(one.result.current({ a: 1 })).not.toBe(other.result.current({ a: 1 }))
  })
})

describe('a search field', () => {
  const apply = vi.fn<(text: string) => void>()

  function Field({ applied }: { readonly applied: string }) {
    return <input type="search" {...useSearchText(applied, apply)} />
  }

  const field = () => screen.getByRole<HTMLInputElement>('searchbox')
  const type = (value: string) => fireEvent.change(field(), { target: { value } })
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  beforeEach(() => {
    apply.mockClear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => vi.useRealTimers())

  it('shows at once what is typed, and searches for it when the person pauses', () => {
    render(<Field applied="" />)
    type('t')
    pass(200)
    type('tr')
    expect(field().value).toBe('tr')
    pass(249)
    expect(apply).not.toHaveBeenCalled()
    pass(1)
    expect(apply.mock.calls).toEqual([['tr']])
  })

  it('searches at once when the person goes on to what it found', () => {
    render(<Field applied="" />)
    type('trip')
    fireEvent.blur(field())
    expect(apply.mock.calls).toEqual([['trip']])
    pass(1_000)
    expect(apply).toHaveBeenCalledTimes(1)
  })

  it('searches for nothing when it was left as it was', () => {
    render(<Field applied="trip" />)
    fireEvent.blur(field())
    pass(1_000)
    expect(apply).not.toHaveBeenCalled()
  })

  it('shows what is searched for when that changes by going back', () => {
    const { rerender } = render(<Field applied="trip" />)
    rerender(<Field applied="" />)
    expect(field().value).toBe('')
  })
})

describe('an address for bytes', () => {
  it('is theirs for as long as they are shown, and is given back afterwards', () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    const [one, two] = [new Blob(['1']), new Blob(['2'])]
    const { result, rerender, unmount } = renderHook(({ blob }) => useObjectUrl(blob), {
      initialProps: { blob: one as Blob | undefined },
    })
    const first = result.current
    expect(first).toMatch(/^blob:/)
    rerender({ blob: one })
    expect(result.current).toBe(first)
    rerender({ blob: two })
    const second = result.current
    expect(second).not.toBe(first)
    expect(revoked.mock.calls).toEqual([[first]])
    unmount()
    expect(revoked.mock.calls).toEqual([[first], [second]])
  })

  it('is none without bytes', () => {
    expect(renderHook(() => useObjectUrl(undefined)).result.current).toBeUndefined()
  })
})
