import { act, renderHook } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { Around, makeCache, openHook, speak } from '../../testing/page.tsx'
import { all, aBizType, ann, bob } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { useBizTypeName } from '../biz-types.ts'
import { useNames } from './people.ts'
import { toSelections } from './selections.tsx'

signInFirst()
beforeAll(() => speak('en'))

const people = '/api/iam/v1/people'
const idsAsked = () => askedOf('get', people).map(({ url }) => url.searchParams.get('ids'))

describe('names of people', () => {
  const openNames = (...ids: readonly (string | null)[]) => openHook('/', '/', () => useNames(ids))

  it('are asked for together, each once, and in whatever order they come', async () => {
    give('get', people, { items: [{ ...bob, kind: 'user', detail: 'bob' }] })
    const { result } = await openNames(bob.id, null, ann.id, bob.id)
    await expect.poll(() => result.current(bob.id)).toBe(bob.name)
    expect(idsAsked()).toEqual([[ann.id, bob.id].toSorted().join(',')])
  })

  it('are asked for in parts, where there are more than the service names at once', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `u-${String(index).padStart(3, '0')}`)
    give('get', people, ({ url }) => ({
      items: (url.searchParams.get('ids') ?? '')
        .split(',')
        .map((id) => ({ id, kind: 'user' as const, name: `Name of ${id}`, detail: id })),
    }))
    const { result } = await openNames(...ids)
    await expect.poll(() => result.current('u-200')).toBe('Name of u-200')
    expect(result.current('u-000')).toBe('Name of u-000')
    expect(idsAsked()).toEqual([ids.slice(0, 200).join(','), 'u-200'])
  })

  it('are the ids of who has left', async () => {
    give('get', people, { items: [] })
    const { result } = await openNames(bob.id)
    await expect.poll(() => idsAsked().length).toBe(1)
    expect(result.current(bob.id)).toBe(bob.id)
  })

  it('are the ids while nobody answers', async () => {
    refuse('get', people, { code: 'iam.unavailable', status: 503 })
    const { result } = await openNames(bob.id)
    await expect.poll(() => idsAsked().length).toBeGreaterThan(0)
    expect(result.current(bob.id)).toBe(bob.id)
  })

  it('are given by the same function until more is known: rows that read it are not drawn again', () => {
    const cache = makeCache()
    const { result, rerender } = renderHook(({ ids }) => useNames(ids), {
      initialProps: { ids: [null] },
      wrapper: ({ children }) => <Around cache={cache}>{children}</Around>,
    })
    const first = result.current
    rerender({ ids: [null] })
    expect(result.current).toBe(first)
  })

  it('of nobody are not asked for', async () => {
    await openNames(null)
    expect(idsAsked()).toEqual([])
  })
})

describe('names of business types', () => {
  it('are in the language of the person, where the application says them', async () => {
    const names = { en: 'Travel', 'zh-CN': '差旅' }
    give('get', '/api/bpm/v1/biz-types', all(aBizType({ code: 'trip', name: 'trip', names })))
    const { result } = await openHook('/', '/', useBizTypeName)
    await expect.poll(() => result.current('trip')).toBe('Travel')
    await act(() => speak('zh-CN'))
    expect(result.current('trip')).toBe('差旅')
    await act(() => speak('en'))
  })

  it('are shown in place of their codes as soon as they are known', async () => {
    give('get', '/api/bpm/v1/biz-types', all(aBizType({ code: 'expense', name: 'Travel expense' })))
    const { result } = await openHook('/', '/', useBizTypeName)
    await expect.poll(() => result.current('expense')).toBe('Travel expense')
    expect(result.current('unknown')).toBe('unknown')
  })
})

it('sends for each step whose people were chosen their ids, and nothing for the others', () => {
  expect(toSelections({ board: [ann, bob], later: [] })).toEqual({ board: [ann.id, bob.id] })
})
