import { describe, expect, it } from 'vitest'
import {
  asItComes,
  narrowest,
  readLayout,
  resizeColumn,
  shownColumns,
  toggleColumn,
  tracksOf,
  widest,
} from './layout.ts'

const columns = [
  { id: 'name', header: 'Name', width: 'minmax(12rem, 2fr)', cell: () => '' },
  { id: 'state', header: 'State', width: '8rem', cell: () => '' },
]

describe('how a person has arranged a table', () => {
  it.each([
    ['nothing', null],
    ['a text', 'wide'],
    ['a list', []],
    ['other members', { hidden: 'name', widths: ['8'], isCompact: 'yes' }],
    ['widths that are none', { widths: { name: '80', state: null }, hidden: [1, null] }],
  ])('is as it comes after %s was kept', (_name, kept) => {
    expect(readLayout(kept)).toEqual(asItComes)
  })

  it('is read as it was kept, within what a column can be', () => {
    const kept = { hidden: ['state'], widths: { name: 5, state: 1e9 }, isCompact: true }
    expect(readLayout(JSON.parse(JSON.stringify(kept)))).toEqual({
      hidden: ['state'],
      widths: { name: narrowest, state: widest },
      isCompact: true,
    })
  })

  it('hides a column and shows it again, but never the first', () => {
    const without = toggleColumn(toggleColumn(asItComes, 'state'), 'name')
    expect(shownColumns(columns, without).map(({ id }) => id)).toEqual(['name'])
    expect(toggleColumn(toggleColumn(without, 'name'), 'state')).toEqual(asItComes)
  })

  it('gives a column its width, and its own back', () => {
    const wide = resizeColumn(asItComes, 'state', 200.4)
    expect(tracksOf(columns, wide, true)).toEqual({
      '--tracks': '2.75rem minmax(12rem, 2fr) 200px',
      '--narrow-tracks': '2.75rem minmax(5.5rem, 2fr) 8rem',
      '--least': '2.75rem + 12rem + 200px',
      '--narrow-least': '2.75rem + 5.5rem + 8rem',
    })
    expect(resizeColumn(wide, 'state', undefined)).toEqual(asItComes)
  })
})
