import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { Bars, type Bar } from './bars.tsx'

beforeAll(() => speak('en', 'dashboard'))

const bar = (key: string, value: number, part?: number): Bar => ({
  key,
  label: `Label ${key}`,
  value,
  text: `${value} open`,
  ...(part === undefined ? {} : { part: { value: part, text: `${part} overdue` } }),
})
const showBars = (...bars: readonly Bar[]) =>
  show(<Bars title="Open" valueName="Tasks" bars={bars} />)
const widths = () =>
  [...document.querySelectorAll<HTMLElement>('td [style]')].map(({ style }) => style.width)

describe('bars', () => {
  it('are as long as their values are to the largest, and a part to its bar', async () => {
    await showBars(bar('a', 8, 2), bar('b', 4), bar('c', 0))
    expect(widths()).toEqual(['100%', '25%', '50%', '0%'])
  })

  it('are of no length while all values are nothing', async () => {
    await showBars(bar('a', 0, 0), bar('b', 0))
    expect(widths()).toEqual(['0%', '0%', '0%'])
  })

  it('are a table to whoever does not see them', async () => {
    await showBars(bar('a', 8, 2), bar('b', 4, 0))
    expect(screen.getByRole('table', { name: 'Open' })).toBeTruthy()
    const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
    // A part that is nothing is not spoken of.
    expect(rows).toEqual(['Label a8 open · 2 overdue', 'Label b4 open'])
  })

  it('say so when there is nothing', async () => {
    await showBars()
    expect(screen.queryByRole('table')).toBeNull()
    expect(document.querySelector('p')?.textContent).toMatch(/\S/)
  })
})
