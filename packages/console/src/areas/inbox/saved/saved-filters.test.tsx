import { useSearch } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { open, speak } from '../../../testing/page.tsx'
import { buttons, press } from '../../../testing/person.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { readInboxSearch } from '../search.ts'
import type { Filter } from './queries.ts'
import { SavedFilters } from './saved-filters.tsx'

signInFirst()
beforeAll(() => speak('en', 'inbox'))

const path = '/api/bpm/v1/me/inbox-filters'
const contracts = { name: 'Contracts', box: 'todo', bizType: 'contract' } as const

let items: readonly Filter[]
let revision: number

beforeEach(() => {
  items = [contracts]
  revision = 1
  give('get', path, () => ({ items: [...items], revision }))
  give('put', path, ({ body }) => {
    items = body.items
    revision += 1
    return { items: [...items], revision }
  })
})

function Framed() {
  return <SavedFilters search={readInboxSearch(useSearch({ strict: false }))} />
}

const openAt = (address: string) => open(address, { '/inbox': Framed })
const chips = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)
const nameIt = (name: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the filter' }), {
    target: { value: name },
  })

it('are one press away, and say which one is shown', async () => {
  const { history } = await openAt('/inbox')
  const chip = await screen.findByRole('link', { name: 'Contracts' })
  expect([chip.getAttribute('aria-current'), buttons('Save this filter')]).toEqual([null, []])
  fireEvent.click(chip)
  await expect.poll(() => history.location.href).toBe('/inbox?bizType=contract')
  await expect.poll(() => chip.getAttribute('aria-current')).toBe('page')
})

it('are saved under a name, which is none when it is empty', async () => {
  await openAt('/inbox?q=porto&overdue=true')
  await screen.findByRole('link', { name: 'Contracts' })
  await press('Save this filter')
  nameIt('  ')
  await press('Save')
  expect(askedOf('put', path)).toEqual([])
  nameIt(' Porto, late ')
  await press('Save')
  await expect.poll(chips).toEqual(['Contracts', 'Porto, late'])
  expect(items[1]).toEqual({ name: 'Porto, late', box: 'todo', q: 'porto', overdue: true })
  expect(buttons('Save this filter')).toEqual([])
})

it('leave Escape to an input method while it is at work on the name', async () => {
  await openAt('/inbox?q=porto')
  await screen.findByRole('link', { name: 'Contracts' })
  await press('Save this filter')
  nameIt('波')
  const field = () => screen.queryByRole('textbox', { name: 'Name of the filter' })
  const escape = (isComposing: boolean) =>
    fireEvent.keyDown(field() ?? document.body, { key: 'Escape', isComposing })
  escape(true)
  expect(field()).not.toBeNull()
  escape(false)
  expect(field()).toBeNull()
})

it('are removed, and come back when that was a mistake', async () => {
  await openAt('/inbox?bizType=contract')
  await screen.findByRole('link', { name: 'Contracts' })
  await press('Remove the filter “Contracts”')
  await expect.poll(chips).toEqual([])
  await expect.poll(() => buttons('Undo').length).toBe(1)
  await press('Undo')
  await expect.poll(chips).toEqual(['Contracts'])
  expect(items).toEqual([contracts])
})

it('are added to what another window has saved meanwhile', async () => {
  await openAt('/inbox?q=porto')
  await screen.findByRole('link', { name: 'Contracts' })
  items = [contracts, { name: 'Elsewhere', box: 'done', q: 'x' }]
  await press('Save this filter')
  nameIt('Porto')
  await press('Save')
  await expect.poll(chips).toEqual(['Contracts', 'Elsewhere', 'Porto'])
})

it('that could not be saved leave the name for another try', async () => {
  await openAt('/inbox?q=porto')
  await screen.findByRole('link', { name: 'Contracts' })
  refuse('put', path, { code: 'bpm.unavailable', status: 503, title: 'Not now' })
  await press('Save this filter')
  nameIt('Porto')
  await press('Save')
  await expect.poll(() => screen.queryByText('Not now') !== null).toBe(true)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the filter' })
  expect(field.value).toBe('Porto')
})
