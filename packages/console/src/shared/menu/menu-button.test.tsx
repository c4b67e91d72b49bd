import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { press } from '../../testing/person.ts'
import { currentLanguage } from '../../text/i18n.ts'
import { LanguageMenu } from './looks.tsx'
import { MenuButton } from './menu-button.tsx'

beforeAll(() => speak('en'))

const run = vi.fn<(id: string) => void>()
beforeEach(() => run.mockClear())

const items = ['One', 'Two', 'Three'].map((label) => ({ id: label, label, run: () => run(label) }))
const showMenu = () => show(<MenuButton label="Menu" face="☰" items={items} head={<p>Ann</p>} />)

const isOpen = () => screen.queryByRole('menu') !== null
const focused = () => document.activeElement?.textContent
const key = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))

describe('a menu', () => {
  it('opens with its first entry in focus, and says that it is open', async () => {
    await showMenu()
    expect(isOpen()).toBe(false)
    await press('Menu')
    await expect.poll(focused).toBe('One')
    const button = screen.getByRole('button', { name: 'Menu' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('menu').id)
    expect(screen.getByText('Ann')).toBeTruthy()
  })

  it('is gone through by arrows, round and round, and by Home and End', async () => {
    await showMenu()
    await press('Menu')
    await expect.poll(focused).toBe('One')
    const went: (string | null | undefined)[] = []
    for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await key(name)
      went.push(focused())
    }
    expect(went).toEqual(['Two', 'Three', 'One', 'Three', 'One', 'Three'])
  })

  it.each(['Escape', 'Tab'])('closes by %s, and the button has the focus again', async (name) => {
    await showMenu()
    await press('Menu')
    await expect.poll(focused).toBe('One')
    await key(name)
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }))
    expect(run).not.toHaveBeenCalled()
  })

  it('does what is chosen, once, and closes', async () => {
    await showMenu()
    await press('Menu')
    await press('Two')
    expect(run.mock.calls).toEqual([['Two']])
    expect(isOpen()).toBe(false)
  })

  it('closes by its button, and by a press beside it', async () => {
    await showMenu()
    await press('Menu')
    await press('Menu')
    expect(isOpen()).toBe(false)
    await press('Menu')
    await act(async () => void fireEvent.mouseDown(document.body))
    expect(isOpen()).toBe(false)
  })
})

describe('the menu of languages', () => {
  it('names each in its own words, and says which is chosen', async () => {
    await show(<LanguageMenu />)
    await press('Language')
    const entries = screen.getAllByRole('menuitemradio')
    expect(entries.map(({ lang }) => lang)).toEqual(['en', 'zh-CN'])
    expect(entries.map(({ textContent }) => textContent)).toEqual(['English', '简体中文'])
    expect(entries.map((entry) => entry.getAttribute('aria-checked'))).toEqual(['true', 'false'])
    await press('简体中文')
    await expect.poll(currentLanguage).toBe('zh-CN')
    await speak('en')
  })
})
