import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import { userEvent } from '@testing-library/user-event'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answer, json } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, press } from '../../../testing/person.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { reachableFrom } from './nesting.ts'
import { StepForm } from './step-form.tsx'
import { newStep, newStepTypes } from './tree-model.ts'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const onChange = vi.fn<(step: TreeStep) => void>()
beforeEach(() => onChange.mockClear())
const said = () => onChange.mock.lastCall?.[0]

const tree: ApprovalTree = {
  steps: [
    { id: 'first', type: 'approve', name: 'First', candidates: [] },
    { id: 'j', type: 'jump', to: '' },
  ],
}

async function open(step: TreeStep) {
  function Kept() {
    const [kept, setKept] = useState(step)
    const change = (next: TreeStep) => {
      setKept(next)
      onChange(next)
    }
    return <StepForm tree={tree} step={kept} onChange={change} disabled={false} />
  }
  await show(<Kept />)
}

it('waits for a time, in units that people count in, or for a message', async () => {
  await open({ id: 'w', type: 'wait', name: 'Wait', in: 'P1D' })
  fill('How long', '3')
  expect(said()).toMatchObject({ in: 'P3D' })
  await userEvent.click(field('Unit'))
  await userEvent.click(await screen.findByText('hours'))
  expect(said()).toMatchObject({ in: 'PT3H' })
  await userEvent.click(screen.getByText('A message'))
  fill('Message', 'booked')
  expect(said()).toEqual({ id: 'w', type: 'wait', name: 'Wait', message: 'booked' })
})

it('keeps a duration that is written in another way', async () => {
  await open({ id: 'w', type: 'wait', name: 'Wait', in: 'P1DT2H' })
  expect(field('How long').value).toBe('P1DT2H')
})

it('lets a duration be typed to its end', async () => {
  await open({ id: 'w', type: 'wait', name: 'Wait', in: 'PT' })
  await userEvent.clear(field('How long'))
  await userEvent.type(field('How long'), 'P1DT2H')
  expect(said()).toMatchObject({ in: 'P1DT2H' })
})

it('keeps what was said of how often, when somebody looks at the other way', async () => {
  const many = { each: 'signers', as: 'one', sequential: true, until: 'nrOfInstances > 1' }
  await open({ id: 'c', type: 'call', name: 'Call', key: 'other', many })
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('A number of times'))
  expect(said()).toMatchObject({
    many: { times: '2', sequential: true, until: 'nrOfInstances > 1' },
  })
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('For each of a list'))
  expect(said()).toMatchObject({ many })
})

it('brings back nothing that was taken away meanwhile', async () => {
  const many = { each: 'signers', until: 'nrOfInstances > 1' }
  await open({ id: 'c', type: 'call', name: 'Call', key: 'other', many })
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('A number of times'))
  await userEvent.clear(field('Until'))
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('For each of a list'))
  expect(said()).toMatchObject({ many: { each: 'signers' } })
  expect(JSON.stringify(said())).not.toContain('nrOfInstances')
})

const approve: TreeStep = { id: 'a', type: 'approve', name: 'A', candidates: [] }

async function choose(label: string, option: string) {
  await userEvent.click(field(label))
  const list = document.getElementById(field(label).getAttribute('aria-controls') ?? '')
  if (list === null) throw new Error(`no list of ${label}`)
  await userEvent.click(within(list).getByText(option))
}

it('says when an approval is due, whom it reminds, to whom it goes and what is decided then', async () => {
  await open(approve)
  await choose('Due', 'After a time')
  fill('Due: How long', '2')
  expect(said()).toMatchObject({ due: { in: 'P2D' } })
  await choose('Due: Counted', 'day and night')
  expect(said()).toMatchObject({ due: { in: 'P2D', calendar: 'continuous' } })
  await choose('Reminder', 'After a time')
  await choose('Reminder: Unit', 'hours')
  fill('How many reminders', '3')
  expect(said()).toMatchObject({ remind: { in: 'PT1H', times: 3 } })
  await choose('Handed to others', 'At a moment')
  fill('Handed to others: Moment', '2027-01-31')
  await userEvent.click(screen.getAllByText('Add people').at(-1) as HTMLElement)
  expect(screen.queryByText('Chosen by the initiator')).toBeNull()
  await userEvent.click(await screen.findByText('Initiator'))
  expect(said()).toMatchObject({
    escalate: { at: '2027-01-31', candidates: [{ kind: 'initiator' }] },
  })
  await choose('Decided by itself', 'After a time')
  expect(said()).toMatchObject({ timeout: { in: 'P1D', result: 'rejected' } })
  await choose('Decided how', 'Approved')
  expect(said()).toMatchObject({ timeout: { in: 'P1D', result: 'approved' } })
})

it('leaves a time as it is written, and takes it back', async () => {
  answer('GET', '/api/bpm/v1/decisions', () => json({ items: [], nextCursor: null }))
  const timeout = { in: 'P1DT2H', result: 'rejected' } as const
  await open({ ...approve, due: { decision: 'times' }, timeout } as TreeStep)
  expect(field('Decided by itself: How long').value).toBe('P1DT2H')
  expect(field('Table that says by when').value).toBe('times')
  fill('Name', 'B')
  expect(said()).toEqual({ ...approve, name: 'B', due: { decision: 'times' }, timeout })
  for (const label of ['Due', 'Decided by itself']) {
    const { parentElement } = field(label)
    await userEvent.click(parentElement?.querySelector('button') as HTMLElement)
  }
  expect(said()).toEqual({ ...approve, name: 'B' })
})

it('says which values are seen and changed, and what nobody may do', async () => {
  await open({ ...approve, fields: [{ name: 'amount', access: 'write' }] } as TreeStep)
  await choose('amount', 'hidden')
  expect(said()).toMatchObject({ fields: [{ name: 'amount', access: 'hidden' }] })
  await userEvent.click(field('What nobody may do here'))
  await userEvent.click(await screen.findByText('reject'))
  await userEvent.click(await screen.findByText('hand over'))
  expect(said()).toMatchObject({ forbid: ['reject', 'transfer'] })
  await choose('amount', 'hidden')
  expect(said()).toEqual({ ...approve, forbid: ['reject', 'transfer'] })
})

it('hands values to a process that it runs, and takes some back', async () => {
  await open({ id: 'c', type: 'call', name: 'Call', key: 'other' })
  await press('Hand a value over')
  fill('Values handed over: Value 1', 'amount * 2.0')
  fill('Values handed over: As 1', 'sum')
  await press('Take a value back')
  fill('Values that come back: Value 1', 'opinion')
  const one = { source: 'amount * 2.0', target: 'sum' }
  expect(said()).toMatchObject({ in: [one], out: [{ source: 'opinion', target: '' }] })
  await press('Values that come back: Remove value 1')
  expect(said()).toEqual({ id: 'c', type: 'call', name: 'Call', key: 'other', in: [one] })
})

it('decides by rules', async () => {
  await open({ id: 'a', type: 'auto', name: 'Auto', otherwise: 'approved' })
  await press('Add a rule')
  fill('Expression', 'amount > 10')
  expect(said()).toMatchObject({ rules: [{ when: 'amount > 10', result: 'rejected' }] })
  await press('Remove rule 1')
  expect(said()).toMatchObject({ rules: [] })
})

it('runs a process for each of a list, and once again', async () => {
  await open({ id: 'c', type: 'call', name: 'Call', key: '' })
  fill('Process that is run (its key)', 'opinion')
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('For each of a list'))
  fill('List', 'signers')
  fill('Until', 'nrOfApprovedInstances >= 2')
  expect(said()).toMatchObject({
    key: 'opinion',
    many: { each: 'signers', until: 'nrOfApprovedInstances >= 2' },
  })
  await userEvent.click(field('How often it is run'))
  await userEvent.click(await screen.findByText('Once'))
  expect(said()).toEqual({ id: 'c', type: 'call', name: 'Call', key: 'opinion' })
})

it('goes on at another step, ends, and asks the application', async () => {
  await open({ id: 'j', type: 'jump', to: '' })
  await userEvent.click(field('Goes on at'))
  await userEvent.click(await screen.findByText('First'))
  expect(said()).toEqual({ id: 'j', type: 'jump', to: 'first' })
})

it('removes what another tool said and is not done here, and keeps the rest of the report', async () => {
  const kept = { name: 'setType', value: '1', outcome: 'mapped' } as const
  await open({
    id: 'e',
    type: 'end',
    result: 'rejected',
    imported: [kept, { name: 'callAi', value: 'agent', outcome: 'refused' }],
  })
  await press('Do without callAi: agent')
  expect(said()).toEqual({ id: 'e', type: 'end', result: 'rejected', imported: [kept] })
})

it('makes a step of every kind', () => {
  for (const type of newStepTypes) {
    expect(newStep(tree, type, 'New', ['a', 'b'])).toMatchObject({ id: `${type}1`, type })
  }
})

it('jumps to steps of the same sub-process only', () => {
  const step = (id: string): TreeStep => ({ id, type: 'cc', name: id, candidates: [] })
  const jump: TreeStep = { id: 'j', type: 'jump', to: '' }
  const inner: TreeStep = {
    id: 'fork',
    type: 'branch',
    kind: 'parallel',
    branches: [{ name: 'l', steps: [step('b'), jump] }],
  }
  const steps = [
    step('a'),
    { id: 'sub', type: 'sub', name: 'S', steps: [inner, step('c')] } as const,
    { id: 'other', type: 'sub', name: 'O', steps: [step('d')] } as const,
  ]
  expect(reachableFrom(steps, 'j').map(({ id }) => id)).toEqual(['fork', 'b', 'j', 'c'])
  expect(reachableFrom(steps, 'a').map(({ id }) => id)).toEqual(['a', 'sub', 'other'])
})
