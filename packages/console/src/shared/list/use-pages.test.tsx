import { useInfiniteQuery } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { tasksQuery } from '../../areas/inbox/queries.ts'
import { openHook, speak } from '../../testing/page.tsx'
import { aTask } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { usePages } from './use-pages.ts'

signInFirst()
beforeAll(() => speak('en'))

const path = '/api/bpm/v1/tasks'

/** Three pages, known by their cursors. */
function givePages() {
  give('get', path, ({ url }) => {
    const at = Number(url.searchParams.get('cursor') ?? '1')
    return { items: [aTask(`T-${at}`)], nextCursor: at === 3 ? null : String(at + 1) }
  })
}

async function openList() {
  const { result } = await openHook('/', '/', () =>
    usePages(useInfiniteQuery(tasksQuery({ box: 'todo', q: 'trip' })), 'taskNo'),
  )
  return {
    numbers: () => result.current.rows.map(({ taskNo }) => taskNo),
    rest: () => result.current.paged.rest,
    /** Its end comes into sight so many times at once. */
    onEnd: (times = 1) =>
      act(async () => {
        for (let time = 0; time < times; time += 1) result.current.paged.onEnd()
      }),
  }
}

const cursorsAsked = () => askedOf('get', path).map(({ url }) => url.searchParams.get('cursor'))

describe('a list that comes in pages', () => {
  it('asks for the next when its end is in sight, until there is none', async () => {
    givePages()
    const { numbers, onEnd } = await openList()
    await expect.poll(numbers).toEqual(['T-1'])
    await onEnd()
    await expect.poll(numbers).toEqual(['T-1', 'T-2'])
    await onEnd()
    await expect.poll(numbers).toEqual(['T-1', 'T-2', 'T-3'])
    await onEnd()
    expect(cursorsAsked()).toEqual([null, '2', '3'])
  })

  it('asks once for a page, however often its end comes into sight meanwhile', async () => {
    givePages()
    const { numbers, onEnd } = await openList()
    await expect.poll(numbers).toEqual(['T-1'])
    await onEnd(3)
    await expect.poll(numbers).toEqual(['T-1', 'T-2'])
    expect(cursorsAsked()).toEqual([null, '2'])
  })

  it('says what could not be read, keeps what was, and asks again when it is told to', async () => {
    givePages()
    const { numbers, rest, onEnd } = await openList()
    await expect.poll(numbers).toEqual(['T-1'])
    refuse('get', path, { code: 'bpm.invalid_request', status: 400 })
    await onEnd()
    await expect.poll(rest).toBeDefined()
    await onEnd(3)
    expect([numbers(), cursorsAsked()]).toEqual([['T-1'], [null, '2']])
    givePages()
    act(() => rest()?.retry())
    await expect.poll(numbers).toEqual(['T-1', 'T-2'])
    expect(rest()).toBeUndefined()
  })

  it('has each row once, also one that is on two pages', async () => {
    give('get', path, ({ url }) => {
      const isFirst = url.searchParams.get('cursor') === null
      return isFirst
        ? { items: [aTask('T-1'), aTask('T-2')], nextCursor: '2' }
        : { items: [aTask('T-2'), aTask('T-3')], nextCursor: null }
    })
    const { numbers, onEnd } = await openList()
    await expect.poll(numbers).toHaveLength(2)
    await onEnd()
    await expect.poll(numbers).toEqual(['T-1', 'T-2', 'T-3'])
  })

  it('asks each time for the same list', async () => {
    givePages()
    const { numbers, onEnd } = await openList()
    await expect.poll(numbers).toEqual(['T-1'])
    await onEnd()
    await expect.poll(numbers).toHaveLength(2)
    for (const { url } of askedOf('get', path)) {
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        box: 'todo',
        q: 'trip',
        limit: '100',
      })
    }
  })
})
