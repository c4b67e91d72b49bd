import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSearch } from '@tanstack/react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { useShortcutListener } from '../../shortcuts/use-shortcuts.ts'
import { openHook, speak } from '../../testing/page.tsx'
import { aTask } from '../../testing/samples.ts'
import type { TaskListItem } from './queries.ts'
import { readInboxSearch } from './search.ts'
import { useInboxState } from './use-inbox-state.ts'

beforeAll(() => speak('en', 'inbox'))

const rows = ['a', 'b', 'c'].map((taskNo) => aTask(taskNo))
const numbersOf = (tasks: readonly { readonly taskNo: string }[] | undefined) =>
  tasks?.map(({ taskNo }) => taskNo)

/** The inbox at an address, with its keys; `leave` takes tasks out of the list, `come` puts one on top of it. */
async function openInbox(address = '/inbox') {
  const gone = new Set<string>()
  const come: TaskListItem[] = []
  const opened = await openHook(address, '/inbox', () => {
    useShortcutListener()
    const search = readInboxSearch(useSearch({ strict: false }))
    const shown = [...come, ...rows].filter(({ taskNo }) => !gone.has(taskNo))
    return { search, ...useInboxState(search, shown) }
  })
  const { result } = opened
  return {
    ...opened,
    press: (keys: string) => userEvent.keyboard(keys),
    come: (taskNo: string) =>
      act(() => {
        come.unshift(aTask(taskNo))
        result.current.setChosen(new Set(result.current.chosen))
      }),
    leave: (taskNo: string) =>
      act(() => {
        gone.add(taskNo)
        result.current.setCursor(result.current.cursor)
        result.current.setChosen(new Set(result.current.chosen))
      }),
  }
}

describe('the keys of the inbox', () => {
  it('go down and up within the list', async () => {
    const { result, press } = await openInbox()
    expect(result.current.cursor).toBe(-1)
    await press('j')
    expect(result.current.cursor).toBe(0)
    await press('jjjj')
    expect(result.current.cursor).toBe(2)
    await press('k')
    expect(result.current.cursor).toBe(1)
    await press('kkkk')
    expect(result.current.cursor).toBe(0)
  })

  it('open the task beside the list, lead on to the next one, and close it', async () => {
    const { result, press } = await openInbox()
    await press('jj{Enter}')
    expect(result.current.search.task).toBe('b')
    await press('j')
    expect(result.current.search.task).toBe('c')
    await press('j')
    expect(result.current.search.task).toBe('c')
    await press('{Escape}')
    expect(result.current.search.task).toBeUndefined()
  })

  it('go on from the open task, wherever the cursor was', async () => {
    const { result, press } = await openInbox('/inbox?task=b')
    await press('k')
    expect(result.current.search.task).toBe('a')
    expect(result.current.cursor).toBe(0)
  })

  it('stay on their task while others come above it, and on its place when it leaves', async () => {
    const { result, press, come, leave } = await openInbox()
    await press('jj')
    come('new')
    expect(result.current.cursor).toBe(2)
    await press('a')
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['b'])
    act(() => result.current.askNothing())
    leave('b')
    expect(result.current.cursor).toBe(2)
    await press('a')
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['c'])
  })

  it('give up the focus for the rows, wherever it was', async () => {
    const { press } = await openInbox()
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    await press('j')
    expect(document.activeElement).toBe(document.body)
    button.remove()
  })

  it('choose and unchoose the row they are on', async () => {
    const { result, press } = await openInbox()
    await press('x')
    expect(result.current.chosen.size).toBe(0)
    await press('jxjx')
    expect([...result.current.chosen]).toEqual(['a', 'b'])
    await press('x')
    expect([...result.current.chosen]).toEqual(['a'])
  })
})

describe('what is about to be decided', () => {
  it('are the chosen tasks, else the open one, else the one with the keyboard', async () => {
    const { result, press } = await openInbox()
    await press('a')
    expect(result.current.pending).toBeUndefined()
    await press('ja')
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['a'])
    act(() => result.current.askNothing())
    act(() => result.current.open(rows[2]))
    await press('r')
    expect(result.current.pending?.action).toBe('reject')
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['c'])
    act(() => result.current.setChosen(new Set(['a', 'b'])))
    act(() => result.current.ask('approve'))
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['a', 'b'])
  })

  it.each(['done', 'cc'])('is nothing in the box %s', async (box) => {
    const { result, press } = await openInbox(`/inbox?box=${box}`)
    await press('jar')
    act(() => result.current.ask('approve'))
    expect(result.current.pending).toBeUndefined()
  })

  it('leaves out what has left the list meanwhile', async () => {
    const { result, leave } = await openInbox()
    act(() => result.current.setChosen(new Set(['a', 'b'])))
    await leave('a')
    expect(result.current.chosenCount).toBe(1)
    act(() => result.current.ask('approve'))
    expect(numbersOf(result.current.pending?.tasks)).toEqual(['b'])
  })

  it('is chosen no more once it is decided; what failed still is', async () => {
    const { result } = await openInbox()
    act(() => result.current.setChosen(new Set(['a', 'b', 'c'])))
    act(() => result.current.forget([aTask('a'), aTask('c')]))
    expect([...result.current.chosen]).toEqual(['b'])
  })
})

describe('what a panel has decided', () => {
  const told = (taskNo: string, action = 'approve') => ({
    action,
    taskNo,
    taskStatus: 'APPROVED' as const,
    instanceId: `i-${taskNo}`,
    instanceStatus: 'RUNNING' as const,
    title: `Trip ${taskNo}`,
    allowedActions: [],
  })

  it('leads to the next task, but nobody away from the one they have opened meanwhile', async () => {
    const { result, history } = await openInbox('/inbox?task=a')
    await act(async () => result.current.decided(told('a')))
    expect(result.current.search.task).toBe('b')
    await act(async () => result.current.open(rows[2]))
    await act(async () => result.current.decided(told('a')))
    expect(result.current.search.task).toBe('c')
    const { decided } = result.current
    await act(async () => history.push('/elsewhere'))
    await act(async () => decided(told('c')))
    expect(history.location.href).toBe('/elsewhere')
  })

  it.each([
    ['claim', { todo: ['a', 'b'], done: ['a'] }],
    ['add-sign', { todo: ['a', 'b'], done: ['a'] }],
    ['approve', { todo: ['b'], done: ['a'] }],
  ])('by %s takes out of long lists only what has left them', async (action, left) => {
    const { result, cache } = await openInbox()
    const key = (box: string) => ['bpm', 'tasks', { box }, undefined]
    for (const [box, first] of [
      ['todo', ['a', 'b']],
      ['done', ['a']],
    ] as const) {
      const pages = [first, [], [], []].map((page) => ({ items: page.map((no) => aTask(no)) }))
      cache.setQueryData(key(box), { pages, pageParams: ['', '', '', ''] })
    }
    await act(async () => result.current.decided(told('a', action)))
    const numbers = (box: string) =>
      cache
        .getQueryData<{ pages: readonly { items: readonly TaskListItem[] }[] }>(key(box))
        ?.pages.flatMap(({ items }) => numbersOf(items) ?? [])
    expect({ todo: numbers('todo'), done: numbers('done') }).toEqual(left)
  })
})

describe('another filter', () => {
  it('begins anew: nothing chosen, no row with the keyboard', async () => {
    const { result, press } = await openInbox()
    await press('jx')
    await act(async () => result.current.change({ q: 'trip' }))
    expect(result.current.search).toEqual({ q: 'trip' })
    expect(result.current.chosen.size).toBe(0)
    expect(result.current.cursor).toBe(-1)
  })

  it('keeps what else the address says, and drops what is empty', async () => {
    const { result } = await openInbox('/inbox?box=done&q=trip&bizType=expense')
    await act(async () => result.current.change({ q: undefined }))
    expect(result.current.search).toEqual({ box: 'done', bizType: 'expense' })
  })

  it('is no step of its own on the way back; opening a task is one', async () => {
    const { result, history } = await openInbox()
    await act(async () => result.current.change({ q: 'a' }))
    await act(async () => result.current.change({ q: 'ab' }))
    await act(async () => result.current.open(rows[0]))
    await act(async () => history.back())
    await expect.poll(() => result.current.search).toEqual({ q: 'ab' })
    expect(history.location.href).toBe('/inbox?q=ab')
    expect(history.canGoBack()).toBe(false)
  })
})
