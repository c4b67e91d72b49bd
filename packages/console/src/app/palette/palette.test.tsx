import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { aPerson, aTask } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { Palette } from './palette.tsx'

signInFirst()
beforeAll(() => speak('en', 'palette'))

const onClose = vi.fn<() => void>()
const onHelp = vi.fn<() => void>()
const page = { items: [], nextCursor: null }

/** The palette of somebody who holds these permissions. */
async function openPalette(...permissions: readonly string[]) {
  onClose.mockClear()
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...permissions] }))
  give('get', '/api/bpm/v1/biz-types', page)
  give('get', '/api/bpm/v1/tasks', page)
  give('get', '/api/bpm/v1/process-instances', page)
  return open('/', { '/': () => <Palette onClose={onClose} onHelp={onHelp} /> }, cache)
}

const combobox = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) =>
  act(async () => void fireEvent.change(combobox(), { target: { value } }))
const key = (name: string) => act(async () => void fireEvent.keyDown(combobox(), { key: name }))
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const current = () => screen.getByRole('option', { selected: true })

describe('the palette', () => {
  it('offers the pages that the person may open, and what the frame can do', async () => {
    await openPalette('bpm:statistics:read')
    const pages = screen.getByRole('group', { name: 'Pages' })
    expect(within(pages).getAllByRole('option')[0]?.textContent).toBe('Inbox')
    await type('dash')
    expect(options()).toEqual(['Dashboard'])
    await type('people')
    expect(options()).toEqual([])
  })

  it('is one field: arrows name the option, Enter opens it', async () => {
    const { history } = await openPalette()
    expect(combobox().getAttribute('aria-activedescendant')).toBe(current().id)
    await key('ArrowDown')
    expect(current().textContent).toBe('Started by me')
    expect(combobox().getAttribute('aria-activedescendant')).toBe(current().id)
    await key('Enter')
    expect(onClose).toHaveBeenCalledOnce()
    await expect.poll(() => history.location.pathname).toBe('/started')
  })

  it('leaves Enter to who is composing Chinese', async () => {
    await openPalette()
    await act(async () => void fireEvent.keyDown(combobox(), { key: 'Enter', isComposing: true }))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('finds a task that waits, and asks for no document or person that may not be seen', async () => {
    const { history } = await openPalette()
    give('get', '/api/bpm/v1/tasks', { items: [aTask('7')], nextCursor: null })
    await type('Trip')
    await expect.poll(options).toEqual(['Trip 7Waits for you'])
    expect(askedOf('get', '/api/bpm/v1/tasks').at(-1)?.url.searchParams.get('q')).toBe('Trip')
    expect(askedOf('get', '/api/dms/documents')).toEqual([])
    expect(askedOf('get', '/api/iam/v1/people')).toEqual([])
    await key('Enter')
    await expect.poll(() => history.location.pathname).toBe('/inbox')
  })

  it('finds people for who may open them, and says what could not be searched', async () => {
    await openPalette('iam:user:read', 'dms:document:read')
    const bob = { id: 'u-2', kind: 'user' as const, name: 'Bob Okafor', detail: 'bob' }
    give('get', '/api/iam/v1/people', { items: [bob] })
    refuse('get', '/api/dms/documents', { code: 'internal', status: 500 })
    await type('bob')
    await expect.poll(options).toEqual(['Bob Okaforbob'])
    expect((await screen.findByRole('alert')).textContent).toContain('Not everything')
  })

  it('says when there is nothing of that name', async () => {
    await openPalette()
    await type('zzz')
    await expect.poll(() => says('Nothing of that name.')).toBe(true)
  })
})
