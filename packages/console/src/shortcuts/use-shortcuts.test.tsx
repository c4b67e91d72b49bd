import { act, fireEvent, render, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isTyping, sequenceMs, type Shortcut } from './keys.ts'
import { useShortcutGroups, useShortcutListener, useShortcuts } from './use-shortcuts.ts'

const run = vi.fn<(keys: string) => void>()
const shortcut = (keys: string, label = keys): Shortcut => ({ keys, label, run: () => run(keys) })
const ran = () => run.mock.calls.flat()

function Frame() {
  useShortcutListener()
  useShortcuts([shortcut('?'), shortcut('g i')], false)
  return null
}

function Page(props: { readonly shortcuts: readonly Shortcut[] }) {
  useShortcuts(props.shortcuts)
  return null
}

const press = (key: string, on: Element | Document = document, more = {}) =>
  fireEvent.keyDown(on, { key, ...more })

beforeEach(() => run.mockClear())

describe('keys', () => {
  it('do what the frame and the page give them, one after the other', () => {
    render(
      <>
        <Frame />
        <Page shortcuts={[shortcut('j')]} />
      </>,
    )
    for (const key of ['j', 'g', 'i', 'x', '?']) press(key)
    expect(ran()).toEqual(['j', 'g i', '?'])
  })

  it('are letters where somebody writes, in a component with a root of its own as well', () => {
    render(<Page shortcuts={[shortcut('r')]} />)
    render(<Frame />)
    const host = document.body.appendChild(document.createElement('div'))
    const field = document.createElement('textarea')
    host.attachShadow({ mode: 'open' }).append(field)
    press('r', field, { composed: true })
    expect(ran()).toEqual([])
    press('r', host)
    expect(ran()).toEqual(['r'])
    host.remove()
  })

  it('that are held down decide nothing a second time', () => {
    const moving: Shortcut = { ...shortcut('j'), mayRepeat: true }
    render(<Page shortcuts={[shortcut('y'), moving]} />)
    render(<Frame />)
    for (const key of ['y', 'j']) {
      press(key)
      press(key, document, { repeat: true })
    }
    expect(ran()).toEqual(['y', 'j', 'j'])
  })

  it('mean nothing any more when their page has gone', () => {
    const { rerender } = render(
      <>
        <Frame />
        <Page shortcuts={[shortcut('j')]} />
      </>,
    )
    rerender(<Frame />)
    press('j')
    expect(ran()).toEqual([])
  })

  it('mean on a page what the page says, and in the frame again what the frame says', () => {
    const { rerender } = render(
      <>
        <Frame />
        <Page shortcuts={[{ ...shortcut('?'), run: () => run('page') }]} />
      </>,
    )
    press('?')
    rerender(<Frame />)
    press('?')
    expect(ran()).toEqual(['page', '?'])
  })

  it('do what they do now, not what they did when they were first shown', () => {
    const at = (n: number) => [{ ...shortcut('j', 'Next'), run: () => run(`row ${n}`) }]
    const content = (n: number) => (
      <>
        <Frame />
        <Page shortcuts={at(n)} />
      </>
    )
    const { rerender } = render(content(1))
    rerender(content(2))
    press('j')
    expect(ran()).toEqual(['row 2'])
  })

  it('are the browser’s when they do nothing here', () => {
    render(<Frame />)
    // False says that the browser is to do nothing of its own.
    expect(press('?')).toBe(false)
    expect(press('z')).toBe(true)
  })
})

describe('a key that is not meant', () => {
  it.each(['ctrlKey', 'metaKey', 'altKey'])('with %s does nothing', (modifier) => {
    render(<Frame />)
    press('?', document, { [modifier]: true })
    expect(ran()).toEqual([])
  })

  it('in a field is a letter', () => {
    const { container } = render(
      <>
        <Frame />
        <input />
        <textarea />
        <select />
        <input type="checkbox" />
      </>,
    )
    for (const selector of ['input', 'textarea', 'select']) {
      const field = container.querySelector(selector)
      if (field !== null) press('?', field)
    }
    expect(ran()).toEqual([])
    const box = container.querySelector('[type=checkbox]')
    if (box !== null) press('?', box)
    expect(ran()).toEqual(['?'])
  })

  it.each([
    ['<button>Send</button>', 'button'],
    ['<button><span>Send</span></button>', 'span'],
    ['<a href="#done">Done</a>', 'a'],
    ['<details><summary>More</summary></details>', 'summary'],
    ['<div role="menuitemradio" tabindex="0"></div>', 'div'],
    ['<input type="checkbox">', 'input'],
  ])('presses %s where it does that', (html, selector) => {
    render(
      <>
        <Frame />
        <Page shortcuts={[shortcut('Enter'), shortcut(' ')]} />
      </>,
    )
    const host = document.body.appendChild(document.createElement('div'))
    host.innerHTML = html
    for (const key of ['Enter', ' ']) {
      // True leaves the click that comes of it to the browser.
      expect(press(key, host.querySelector(selector) ?? document)).toBe(true)
    }
    expect(ran()).toEqual([])
    expect(press('Enter', host)).toBe(false)
    expect(ran()).toEqual(['Enter'])
    host.remove()
  })

  it('belongs to the dialog while one is open', () => {
    const { rerender } = render(
      <>
        <Frame />
        <div role="dialog" aria-modal="true" />
      </>,
    )
    press('?')
    expect(ran()).toEqual([])
    rerender(<Frame />)
    press('?')
    expect(ran()).toEqual(['?'])
  })

  it('that something else has taken is left to it', () => {
    const { container } = render(
      <>
        <Frame />
        <button type="button" onKeyDown={(event) => event.preventDefault()} />
      </>,
    )
    const button = container.querySelector('button')
    if (button !== null) press('?', button)
    expect(ran()).toEqual([])
  })
})

it('forgets the first key of two when the second does not come in time', () => {
  render(<Frame />)
  const typedAt = (key: string, timeStamp: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    document.dispatchEvent(event)
  }
  typedAt('g', 1000)
  typedAt('i', 1000 + sequenceMs + 1)
  expect(ran()).toEqual([])
  typedAt('g', 5000)
  typedAt('i', 5000 + sequenceMs)
  expect(ran()).toEqual(['g i'])
})

it.each([
  ['<input type="text">', true],
  ['<input type="search">', true],
  ['<input type="date">', true],
  ['<input type="checkbox">', false],
  ['<input type="radio">', false],
  ['<input type="button">', false],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<div role="textbox"></div>', true],
  ['<ul role="listbox"></ul>', true],
  ['<button></button>', false],
  ['<a href="#"></a>', false],
])('says of %s whether somebody types in it: %s', (html, typing) => {
  document.body.innerHTML = html
  expect(isTyping(document.body.firstElementChild)).toBe(typing)
  document.body.innerHTML = ''
})

describe('the help', () => {
  it('lists what works now, of this page and of the frame, and follows the language', () => {
    const groups = () => {
      const { result, unmount } = renderHook(useShortcutGroups)
      const found = result.current.map(({ here, shortcuts }) => [
        here,
        ...shortcuts.map(({ label }) => label),
      ])
      unmount()
      return found
    }
    const content = (label: string) => (
      <>
        <Frame />
        <Page shortcuts={[shortcut('j', label)]} />
      </>
    )
    const { rerender } = render(content('Next'))
    expect(groups()).toEqual(
      [
        [true, 'Next'],
        [false, '?', 'g i'],
      ].toSorted(([a]) => (a === false ? -1 : 1)),
    )
    act(() => rerender(content('下一个')))
    expect(groups().flat()).toContain('下一个')
    expect(groups().flat()).not.toContain('Next')
  })
})
