import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem, toProblem, unreachable } from '../../api/problem.ts'
import { show, speak } from '../../testing/page.tsx'
import { notify, notifyDone, notifyProblem } from './notify.ts'
import { currentToasts, hideToast, showToast } from './toasts.ts'

const texts = () => currentToasts().map(({ text }) => text)

beforeEach(() => {
  for (const { id } of currentToasts()) hideToast(id)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

describe('a word in the corner', () => {
  it.each([
    ['good', 5_000],
    ['plain', 6_000],
    ['bad', 12_000],
  ] as const)('that is %s is gone after %i ms, and not before', (tone, ms) => {
    showToast({ tone, text: 'Saved' })
    vi.advanceTimersByTime(ms - 1)
    expect(texts()).toEqual(['Saved'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('leaves room: of many the last four are shown', () => {
    for (const text of ['1', '2', '3', '4', '5']) showToast({ tone: 'good', text })
    expect(texts()).toEqual(['2', '3', '4', '5'])
  })

  it('takes no other with it when it goes', () => {
    showToast({ tone: 'good', text: 'first' })
    vi.advanceTimersByTime(2_000)
    showToast({ tone: 'good', text: 'second' })
    vi.advanceTimersByTime(3_000)
    expect(texts()).toEqual(['second'])
  })
})

describe('what is said', () => {
  it('of a refusal is its title, and below it why and the code', async () => {
    await speak('en')
    notifyProblem(
      new ApiProblem({ code: 'dms.locked', title: 'Locked', detail: 'Bob has it', status: 409 }),
    )
    expect(currentToasts().at(-1)).toMatchObject({
      tone: 'bad',
      title: 'Locked',
      text: 'Bob has it · dms.locked',
    })
  })

  it('of a file that was lost is what that means, in the language of the reader', async () => {
    const lost = {
      code: 'dms.content_lost',
      title: 'The bytes of this version were lost',
      status: 410,
    }
    await speak('zh-CN')
    notifyProblem(new ApiProblem(lost))
    expect(currentToasts().at(-1)).toMatchObject({ tone: 'bad', title: '此文件已丢失' })
    await speak('en')
    notifyProblem(new ApiProblem(lost))
    expect(currentToasts().at(-1)).toMatchObject({
      title: 'This file was lost',
      text: expect.stringContaining('Upload it again as a new version') as string,
    })
  })

  it.each([
    ['no answer', unreachable(new TypeError()), '平台没有响应', 'console.unreachable'],
    [
      'the answer of a proxy',
      toProblem('<html>', new Response('', { status: 502 })),
      '我们这边出了问题',
      'console.unexpected_answer',
    ],
  ])('of %s is in the language of the reader', async (_, error, title, code) => {
    await speak('zh-CN')
    notifyProblem(error)
    expect(currentToasts().at(-1)).toMatchObject({ tone: 'bad', title, text: code })
  })

  it('of a fault of the page is that something went wrong', async () => {
    await speak('en')
    notifyProblem(new TypeError('x is undefined'))
    expect(texts()[0]).not.toContain('x is undefined')
    expect(texts()[0]).not.toBe('')
  })

  it('stands in a place that is read out, until somebody closes it', async () => {
    vi.useRealTimers()
    await speak('en')
    await show(<p>page</p>)
    act(() => notifyDone('Sent'))
    act(() => notify('Nobody knows'))
    expect(screen.getByRole('status').textContent).toContain('Sent')
    const [close] = screen.getAllByRole('button', { name: 'Close' })
    if (close !== undefined) await userEvent.click(close)
    expect(screen.getByRole('status').textContent).toBe('Nobody knows')
  })
})
