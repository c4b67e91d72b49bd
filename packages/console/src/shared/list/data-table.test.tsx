import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { useServiceOrder } from './service-order.ts'

interface Row {
  readonly id: string
  readonly name: string
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }))

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(12rem, 2fr)',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    id: 'id',
    header: 'Id',
    width: '8rem',
    cell: ({ id }) => <a href="#id">{id}</a>,
    wideOnly: true,
  },
]

const keyOf = ({ id }: Row) => id
const nameOf = ({ name }: Row) => name
const onOpen = vi.fn<(row: Row) => void>()
const onChosen = vi.fn<(chosen: readonly string[]) => void>()

/** A table whose cursor and choice are kept as a page keeps them. */
function Kept(props: {
  readonly rows: readonly Row[]
  readonly chosenFirst?: readonly string[]
  readonly onEnd?: () => void
}) {
  const [cursor, setCursor] = useState(-1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(props.chosenFirst))
  const change = (next: ReadonlySet<string>) => {
    setChosen(next)
    onChosen([...next])
  }
  return (
    <DataTable
      label="Things"
      columns={columns}
      rows={props.rows}
      keyOf={keyOf}
      nameOf={nameOf}
      onOpen={onOpen}
      cursor={cursor}
      onCursor={setCursor}
      choice={{ chosen, change }}
      {...(props.onEnd === undefined ? {} : { onEnd: props.onEnd })}
      empty={<p>Nothing here</p>}
    />
  )
}

const rowOf = (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement

beforeAll(() => speak('en'))
beforeEach(() => {
  localStorage.clear()
  onOpen.mockClear()
  onChosen.mockClear()
})

describe('rows', () => {
  it('are drawn only where they are in sight, and counted all', async () => {
    await show(<Kept rows={rowsOf(5000)} />)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
    expect(rowOf('Row 3').getAttribute('aria-rowindex')).toBe('5')
  })

  it('give way to what is said of none', async () => {
    await show(<Kept rows={[]} />)
    expect(screen.getByText('Nothing here')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('open by a click anywhere, but not by one on what does something else', async () => {
    await show(<Kept rows={rowsOf(3)} />)
    await userEvent.click(screen.getByText('Row 1'))
    expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['r1'])
    await userEvent.click(within(rowOf('Row 2')).getByRole('link'))
    await userEvent.click(within(rowOf('Row 2')).getByRole('checkbox'))
    expect(onOpen).toHaveBeenCalledTimes(1)
  })
})

describe('the keyboard', () => {
  it('has one stop among the rows', async () => {
    await show(<Kept rows={rowsOf(4)} />)
    const stops = screen.getAllByRole('row').filter(({ tabIndex }) => tabIndex === 0)
    // The row of the headers is none of them.
    expect(stops.filter((row) => row.hasAttribute('data-row'))).toEqual([rowOf('Row 0')])
  })

  it('leads from row to row, stays within the list, and opens', async () => {
    await show(<Kept rows={rowsOf(3)} />)
    rowOf('Row 0').focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(rowOf('Row 1'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(rowOf('Row 2'))
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['r1'])
  })

  it('stays with whoever writes elsewhere, whatever row comes to be the current one', async () => {
    const at = (rows: readonly Row[], cursor: number) => (
      <>
        <textarea aria-label="Reason" />
        <DataTable
          label="Things"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          nameOf={nameOf}
          onOpen={onOpen}
          cursor={cursor}
        />
      </>
    )
    let draw: (content: ReactNode) => void = () => undefined
    function Page() {
      const [content, setContent] = useState<ReactNode>(at(rowsOf(3), 1))
      draw = (next) => act(() => setContent(next))
      return content
    }
    await show(<Page />)
    expect(document.activeElement).toBe(rowOf('Row 1'))
    const reason = screen.getByRole('textbox')
    reason.focus()
    // Another row is in its place now.
    draw(at(rowsOf(3).slice(1), 1))
    expect(document.activeElement).toBe(reason)
    reason.blur()
    draw(at(rowsOf(3).slice(1), 0))
    expect(document.activeElement).toBe(rowOf('Row 1'))
    draw(at(rowsOf(3).slice(2), 0))
    expect(document.activeElement).toBe(rowOf('Row 2'))
  })

  it('does in a control what the control does', async () => {
    await show(<Kept rows={rowsOf(3)} />)
    within(rowOf('Row 0')).getByRole('link').focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(within(rowOf('Row 0')).getByRole('link'))
    expect(onOpen).not.toHaveBeenCalled()
  })
})

describe('choosing', () => {
  it('adds and takes away one row by its checkbox, which has its name', async () => {
    await show(<Kept rows={rowsOf(3)} />)
    const box = screen.getByRole('checkbox', { name: /Row 1/ })
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('checkbox', { name: /Row 2/ }))
    await userEvent.click(box)
    expect(onChosen.mock.calls.map(([chosen]) => chosen)).toEqual([['r1'], ['r1', 'r2'], ['r2']])
  })

  it('takes all rows at once, or none when all are chosen', async () => {
    await show(<Kept rows={rowsOf(3)} chosenFirst={['r1']} />)
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /choose all/i })
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await userEvent.click(all)
    expect(onChosen).toHaveBeenLastCalledWith(['r0', 'r1', 'r2'])
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await userEvent.click(all)
    expect(onChosen).toHaveBeenLastCalledWith([])
  })
})

describe('a list that comes in pages', () => {
  it.each([
    [10, true],
    [500, false],
  ])('of %i rows, seen from its top, asks for more: %s', async (count, asks) => {
    const onEnd = vi.fn<() => void>()
    await show(
      <DataTable
        label="Things"
        columns={columns}
        rows={rowsOf(count)}
        keyOf={keyOf}
        nameOf={nameOf}
        onEnd={onEnd}
      />,
    )
    expect(onEnd.mock.calls.length > 0).toBe(asks)
  })

  it('says that it is on its way in another order, and what of it could not be read', async () => {
    const retry = vi.fn<() => void>()
    await show(
      <DataTable
        label="Things"
        columns={columns}
        rows={rowsOf(3)}
        keyOf={keyOf}
        nameOf={nameOf}
        rest={{ error: new Error('none'), isLoading: false, retry }}
        isBusy
      />,
    )
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('alert').textContent).toMatch(/more rows/)
    expect(rowOf('Row 2')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('holds its place while the first of them is on its way', async () => {
    await show(
      <DataTable
        label="Things"
        columns={columns}
        rows={[]}
        keyOf={keyOf}
        nameOf={nameOf}
        isLoading
      />,
    )
    expect(screen.getByRole('status', { name: 'Things' }).getAttribute('aria-busy')).toBe('true')
  })
})

describe('the widths of columns', () => {
  it('leave out where there is little room what is for wide windows', async () => {
    await show(<Kept rows={rowsOf(1)} />)
    const style = screen.getByRole('table').style
    expect(style.getPropertyValue('--tracks')).toBe('2.75rem minmax(12rem, 2fr) 8rem')
    expect(style.getPropertyValue('--narrow-tracks')).toBe('2.75rem minmax(5.5rem, 2fr)')
  })
})

describe('what a person arranges', () => {
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  // The code of these comes after the rows.
  const arrange = async () => {
    const name = 'Columns and rows'
    await expect.poll(() => screen.queryByRole('button', { name })).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name }))
  }
  const item = (name: string) => screen.getByRole('menuitemcheckbox', { name })

  it('hides a column, which stays hidden when the table comes again, until it is as it comes', async () => {
    await show(<Kept rows={rowsOf(2)} />)
    await arrange()
    await userEvent.click(item('Id'))
    expect(item('Id').getAttribute('aria-checked')).toBe('false')
    expect(headers()).toEqual(['', 'Name'])
    cleanup()
    await show(<Kept rows={rowsOf(2)} />)
    expect(headers()).toEqual(['', 'Name'])
    await arrange()
    await userEvent.click(screen.getByRole('menuitem', { name: 'As it comes' }))
    expect(headers()).toEqual(['', 'Name', 'Id'])
    expect(localStorage.length).toBe(0)
  })

  it('gives a column another width by the keyboard, and its own back', async () => {
    await show(<Kept rows={rowsOf(2)} />)
    const name = 'Width of Name'
    await expect.poll(() => screen.queryByRole('separator', { name })).not.toBeNull()
    const edge = screen.getByRole('separator', { name })
    const tracks = () => screen.getByRole('table').style.getPropertyValue('--tracks')
    edge.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(tracks()).toMatch(/^2[.]75rem \d+px 8rem$/)
    expect(edge.getAttribute('aria-valuetext')).toMatch(/^\d+ px$/)
    await userEvent.keyboard('{Home}')
    expect(tracks()).toBe('2.75rem minmax(12rem, 2fr) 8rem')
  })

  it('makes rows lower', async () => {
    await show(<Kept rows={rowsOf(2)} />)
    const height = () => Number.parseInt(rowOf('Row 0').style.height, 10)
    const before = height()
    await arrange()
    await userEvent.click(item('Compact rows'))
    expect(height()).toBeLessThan(before)
  })
})

describe('the order of rows', () => {
  const first = () => screen.getAllByText(/^Row \d+$/)[0]?.textContent
  const order = (name: string) =>
    screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  const sort = () => userEvent.click(screen.getByRole('button', { name: 'Name' }))

  it('is a column’s, up and down, when its name is pressed, and is kept', async () => {
    await show(<Kept rows={rowsOf(20)} />)
    expect(order('Name')).toBe('none')
    expect(order('Id')).toBeNull()
    await sort()
    expect([order('Name'), first()]).toEqual(['ascending', 'Row 0'])
    await sort()
    expect([order('Name'), first()]).toEqual(['descending', 'Row 19'])
    cleanup()
    await show(<Kept rows={rowsOf(20)} />)
    expect([order('Name'), first()]).toEqual(['descending', 'Row 19'])
    await sort()
    expect([order('Name'), first()]).toEqual(['none', 'Row 0'])
  })

  it('is by the keyboard too', async () => {
    await show(<Kept rows={rowsOf(20)} />)
    screen.getByRole('button', { name: 'Name' }).focus()
    await userEvent.keyboard('{Enter} ')
    expect(first()).toBe('Row 19')
  })

  it('leaves the focus in the head, also after the keyboard was on a row', async () => {
    await show(<Kept rows={rowsOf(200)} />)
    rowOf('Row 0').focus()
    await userEvent.keyboard('{ArrowDown}')
    const name = screen.getByRole('button', { name: 'Name' })
    name.focus()
    await userEvent.keyboard('{Enter} ')
    expect(first()).toBe('Row 199')
    expect(document.activeElement).toBe(name)
  })

  it('stays the service’s where there are more than are here', async () => {
    await show(<Kept rows={rowsOf(20)} onEnd={() => undefined} />)
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
    expect(order('Name')).toBeNull()
  })

  it('is asked of the service where that knows it, by the page that reads the rows', async () => {
    const sorted = columns.map((column) => ({ ...column, sortedAs: column.id }))
    function Paged() {
      return (
        <>
          <output aria-label="Asked">{useServiceOrder(sorted)}</output>
          <DataTable
            label="Things"
            columns={sorted}
            rows={rowsOf(20)}
            keyOf={keyOf}
            nameOf={nameOf}
            onEnd={() => undefined}
          />
        </>
      )
    }
    await show(<Paged />)
    const asked = () => screen.getByRole('status', { name: 'Asked' }).textContent
    expect([asked(), order('Id')]).toEqual(['', 'none'])
    await sort()
    expect([asked(), order('Name')]).toEqual(['name', 'ascending'])
    screen.getByRole('button', { name: 'Name' }).focus()
    await userEvent.keyboard('{Enter}')
    expect([asked(), order('Name'), first()]).toEqual(['-name', 'descending', 'Row 0'])
    expect(document.activeElement?.textContent).toBe('Name')
  })
})
