import {
  createBrowserHistory,
  createRootRoute,
  createRouter,
  Link,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Around, makeCache, open, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { useUnsaved } from './use-unsaved.tsx'

beforeAll(() => speak('en'))

/** A page with something to write, and ways that lead away from it. */
function Editor() {
  const [text, setText] = useState('')
  const leaving = useUnsaved(text !== '')
  const navigate = useNavigate()
  return (
    <>
      {leaving}
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/account">Away</Link>
      <Link to="." hash="content">
        Down
      </Link>
      <Link to="." search={{ tab: 'b' } as never}>
        Beside
      </Link>
      <button onClick={() => void navigate({ to: '/account', ignoreBlocker: true })}>Done</button>
    </>
  )
}

const text = () => screen.getByLabelText<HTMLInputElement>('Text')
const write = () => fireEvent.change(text(), { target: { value: 'Written' } })
const follow = async (name: string) => {
  const link = screen.getByRole('link', { name })
  link.focus()
  await act(async () => void fireEvent.click(link))
}
const dialog = () => document.querySelector('[role=dialog]')

async function openEditor() {
  const { history } = await open('/', { '/': Editor, '/account': () => <p>Elsewhere</p> })
  return () => history.location.href
}

describe('a page with something that is not saved', () => {
  it('asks before it is left, and stays as it was, with the focus where it was', async () => {
    const place = await openEditor()
    write()
    await follow('Away')
    expect(says('Leave without saving?')).toBe(true)
    await expect.poll(() => document.activeElement).toBe(buttons('Stay')[0])
    await press('Stay')
    await expect.poll(dialog).toBeNull()
    expect([place(), text().value]).toEqual(['/', 'Written'])
    await expect.poll(() => document.activeElement?.textContent).toBe('Away')
    // The next time it asks again.
    await follow('Away')
    await press('Leave')
    await screen.findByText('Elsewhere')
    expect(dialog()).toBeNull()
  })

  it('asks in the language of the person, also where only a part of the page would go', async () => {
    await speak('zh-CN')
    onTestFinished(() => speak('en'))
    const place = await openEditor()
    write()
    await follow('Beside')
    expect(says('不保存就离开吗？')).toBe(true)
    await press('离开')
    await expect.poll(place).toBe('/?tab=b')
  })

  it('does not ask for a place on itself, nor whoever leaves because it is done', async () => {
    const place = await openEditor()
    write()
    await follow('Down')
    await expect.poll(place).toBe('/#content')
    expect(dialog()).toBeNull()
    await press('Done')
    await screen.findByText('Elsewhere')
  })

  it('has the browser ask before the window is closed', async () => {
    const history = createBrowserHistory()
    onTestFinished(() => history.destroy())
    const router = createRouter({ routeTree: createRootRoute({ component: Editor }), history })
    await router.load()
    await act(async () => {
      render(
        <Around cache={makeCache()}>
          <RouterProvider router={router as never} />
        </Around>,
      )
    })
    const isAsked = () => {
      const event = new Event('beforeunload', { cancelable: true })
      globalThis.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(isAsked()).toBe(false)
    write()
    expect(isAsked()).toBe(true)
  })
})

it('a page without changes is left at once', async () => {
  await openEditor()
  await follow('Away')
  await screen.findByText('Elsewhere')
})

it('a page with two changed forms asks once each time', async () => {
  const Forms = () => (
    <>
      {useUnsaved(true)}
      {useUnsaved(true)}
    </>
  )
  const pages = { '/': Forms, '/account': Forms, '/end': () => <p>The end</p> }
  const { history } = await open('/', pages)
  for (const place of ['/account', '/end']) {
    await act(async () => history.push(place))
    expect(says('Leave without saving?')).toBe(true)
    await press('Leave')
    await expect.poll(() => history.location.pathname).toBe(place)
    await expect.poll(dialog).toBeNull()
  }
})
