import type { ApprovalTree } from '@countersign/contracts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { field, press, says } from '../../../testing/person.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { DrawnProcessContext } from '../drawn-process.ts'
import { TreeDesigner } from './tree-designer.tsx'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const approve = (id: string, name: string) =>
  ({ id, type: 'approve', name, candidates: [{ kind: 'initiatorSelects' }] }) as const
const payment: ApprovalTree = {
  steps: [
    approve('enter', 'Enter'),
    {
      id: 'size',
      type: 'branch',
      kind: 'exclusive',
      name: 'Size',
      branches: [
        { name: 'Large', when: 'amount > 1000', steps: [approve('release', 'Release')] },
        { name: 'Rest', otherwise: true, steps: [] },
      ],
    },
  ],
}
const onChange = vi.fn<(tree: ApprovalTree) => void>()
beforeEach(() => onChange.mockClear())
const said = () => onChange.mock.lastCall?.[0]

async function open(first: ApprovalTree, selected?: string) {
  function Kept() {
    const [tree, setTree] = useState(first)
    return (
      <TreeDesigner
        tree={tree}
        onChange={(next) => {
          setTree(next)
          onChange(next)
        }}
        selected={selected}
        onSelect={() => undefined}
        faulty={new Set()}
        disabled={false}
      />
    )
  }
  await show(<Kept />)
}

it('keeps steps of branches apart too, and says nothing of it once none are', async () => {
  await open(payment)
  await press('Keep steps apart')
  await userEvent.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}')
  expect(said()).toEqual({ ...payment, separations: [{ nodes: ['enter', 'release'] }] })
  await press('Remove “Steps kept apart (1)”')
  expect(said()).toEqual(payment)
})

it('says in the form of a step what is wrong with it', async () => {
  const faults = new Map([['enter', ['“Enter”: nobody is asked yet.']]])
  await show(
    <DrawnProcessContext value={{ bizType: 'expense', fields: [], faults }}>
      <TreeDesigner
        tree={payment}
        onChange={() => undefined}
        selected="enter"
        onSelect={() => undefined}
        faulty={new Set()}
        disabled={false}
      />
    </DrawnProcessContext>,
  )
  expect(screen.getByText('“Enter”: nobody is asked yet.')).toBeTruthy()
})

it('does not lose what is not finished when a step is moved', async () => {
  await open({ ...payment, separations: [{ nodes: ['enter'] }] })
  await press('Move Enter down')
  expect(said()?.separations).toEqual([{ nodes: ['enter'] }])
})

it('says what a change of values means to a step', async () => {
  await open(payment, 'enter')
  await userEvent.click(field('When values change after it was decided'))
  await userEvent.click(await screen.findByText('They cannot be changed any more'))
  expect(said()?.steps[0]).toEqual({ ...approve('enter', 'Enter'), change: { decided: 'refuse' } })
})

it('asks for what a rule needs', async () => {
  give('get', '/api/iam/v1/people', { items: [] })
  await open(payment, 'enter')
  await userEvent.click(field('When nobody is found'))
  await userEvent.click(await screen.findByText('Ask these people'))
  expect(says('This has to be said.')).toBe(true)
  expect(field('People who are asked then').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(field('Rejected when'))
  await userEvent.click(await screen.findByText('a number rejects'))
  await userEvent.type(field('How many have to reject'), '2')
  expect(said()?.steps[0]).toMatchObject({ onEmpty: 'users', reject: 'count', rejectThreshold: 2 })
  // Taken back, what it needed is gone with it.
  await userEvent.click(field('Rejected when'))
  await userEvent.click(await screen.findByText('one rejects'))
  expect(said()?.steps[0]).not.toHaveProperty('rejectThreshold')
})
