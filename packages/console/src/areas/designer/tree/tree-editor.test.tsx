import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { press } from '../../../testing/person.ts'
import { TreeEditor } from './tree-editor.tsx'
import { idsOf } from './tree-model.ts'

beforeAll(() => speak('en', 'designer'))

const approve = (id: string): TreeStep => ({ id, type: 'approve', name: id, candidates: [] })
const first: ApprovalTree = {
  steps: [
    approve('Manager'),
    {
      id: 'branch1',
      type: 'branch',
      kind: 'exclusive',
      name: 'How much',
      branches: [
        { name: 'Large', when: 'amount > 1000.0', steps: [approve('Board')] },
        { name: 'Rest', otherwise: true, steps: [] },
      ],
    },
  ],
}

const onSelect = vi.fn<(id: string) => void>()
const onChange = vi.fn<(tree: ApprovalTree) => void>()
beforeEach(() => {
  onSelect.mockClear()
  onChange.mockClear()
})

/** The editor, with the tree kept as the designer keeps it. */
function Kept(props: { readonly disabled?: boolean }) {
  const [tree, setTree] = useState(first)
  return (
    <TreeEditor
      tree={tree}
      onChange={(next) => {
        setTree(next)
        onChange(next)
      }}
      selected="Manager"
      onSelect={onSelect}
      faulty={new Set(['Board'])}
      disabled={props.disabled === true}
    />
  )
}

const ids = () => idsOf(onChange.mock.lastCall?.[0].steps ?? first.steps)

describe('drawing a process', () => {
  it('adds a step where it is asked for, and chooses it', async () => {
    await show(<Kept />)
    const [before] = screen.getAllByRole('button', { name: 'Add' })
    if (before !== undefined) await userEvent.click(before)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Approval' }))
    expect(ids()).toEqual(['approve1', 'Manager', 'branch1', 'Board'])
    expect(onSelect).toHaveBeenLastCalledWith('approve1')
  })

  it('adds a step inside a branch', async () => {
    await show(<Kept />)
    const adds = screen.getAllByRole('button', { name: 'Add' })
    // Of the places: before Manager, before the branches, two around Board, the empty branch, the end.
    const inRest = adds[4]
    if (inRest !== undefined) await userEvent.click(inRest)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Notice' }))
    const [, branch] = onChange.mock.lastCall?.[0].steps ?? []
    expect(branch?.type === 'branch' && branch.branches.map(({ steps }) => idsOf(steps))).toEqual([
      ['Board'],
      ['cc1'],
    ])
  })

  it('moves steps, and not beyond the ends of their list', async () => {
    await show(<Kept />)
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Move Manager up' }).disabled,
    ).toBe(true)
    await press('Move Manager down')
    expect(ids()).toEqual(['branch1', 'Board', 'Manager'])
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: 'Move Manager down' }).disabled,
    ).toBe(true)
    await press('Move Manager up')
    expect(ids()).toEqual(['Manager', 'branch1', 'Board'])
  })

  it('removes a step with all that is in it', async () => {
    await show(<Kept />)
    await press('Remove How much')
    expect(ids()).toEqual(['Manager'])
  })

  it('shows which step is chosen, and which has a fault', async () => {
    await show(<Kept />)
    const card = (name: string) =>
      screen.getByRole('button', { name: new RegExp(`^${name}`), pressed: name === 'Manager' })
    expect(card('Manager').parentElement?.hasAttribute('data-selected')).toBe(true)
    expect(card('Board').parentElement?.hasAttribute('data-faulty')).toBe(true)
    await userEvent.click(card('Board'))
    expect(onSelect).toHaveBeenLastCalledWith('Board')
  })

  it('only shows it to who may not change it', async () => {
    await show(<Kept disabled />)
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Move|Remove)/ })).toBeNull()
    const [list] = screen.getAllByRole('list')
    expect(list !== undefined && within(list).getByText('amount > 1000.0')).toBeTruthy()
  })
})
