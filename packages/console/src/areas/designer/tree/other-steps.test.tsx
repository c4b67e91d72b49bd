import type { ApprovalTree, TreeStep } from '@countersign/contracts'
import { userEvent } from '@testing-library/user-event'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
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

it('tells what has no form, and leaves it', async () => {
  const step: TreeStep = {
    id: 'a',
    type: 'approve',
    name: 'A',
    candidates: [{ kind: 'initiator' }],
    forbid: ['reject', 'transfer'],
    fields: [{ name: 'amount', access: 'write' }],
    due: { in: 'P2D', calendar: 'working' },
    remind: { in: 'P1D', times: 3 },
    escalate: { in: 'PT48H', candidates: [{ kind: 'role', ref: 'boss' }] },
    timeout: { at: '2026-12-31', result: 'rejected' },
  }
  await open(step)
  for (const fact of [
    'Nobody may here: reject, hand over',
    'The value amount can be changed',
    'Due after 2 days of working time',
    'Reminders after 1 day, 3 times',
    'Escalated after 48 hours to Role boss',
    'Rejected by itself at Dec 31, 2026',
  ]) {
    expect(screen.getByText(fact)).toBeDefined()
  }
  fill('Name', 'B')
  expect(said()).toEqual({ ...step, name: 'B' })
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
