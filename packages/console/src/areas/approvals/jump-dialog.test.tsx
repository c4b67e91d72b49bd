import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { fill, press, says } from '../../testing/person.ts'
import { anInstance } from '../../testing/samples.ts'
import { askedOf, give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { JumpDialog } from './jump-dialog.tsx'
import { placesOf } from './jump-places.ts'

signInFirst()
beforeAll(() => speak('en', 'approvals'))

const bpmnXml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
  <startEvent id="start"/><userTask id="left" name="Legal"/><userTask id="right"/><parallelGateway id="join"/>
  <complexGateway id="some"/><adHocSubProcess id="any">
    <subProcess id="undoes" triggeredByEvent="true"><startEvent id="undone"><compensateEventDefinition/></startEvent><serviceTask id="tell"/></subProcess>
    <serviceTask id="release" isForCompensation="true"/>
  </adHocSubProcess>
  <sequenceFlow id="f" sourceRef="left" targetRef="join"/></process></definitions>`
const path = '/api/bpm/v1/process-instances/{id}/jump'
const node = (id: string) => ({ id, name: id })
const onClose = vi.fn<() => void>()
const onChanged = vi.fn<() => void>()

async function open(jump: { allowed: boolean; stranded: string[]; unproven?: true }) {
  onChanged.mockClear()
  give('get', '/api/bpm/v1/process-instances/{id}/diagram', { bpmnXml, nodes: [] })
  give('post', path, {
    ...anInstance(),
    jump: {
      allowed: jump.allowed,
      status: 'RUNNING',
      ends: [{ taskNo: 'T-1', node: node('first'), people: [{ id: 'a', name: 'Ann' }] }],
      opens: [{ node: node('left'), people: [{ id: 'b', name: 'Bob' }] }],
      stranded: jump.stranded.map(node),
      unproven: jump.unproven === true,
      unvoted: false,
    },
  })
  await show(
    <JumpDialog instance={anInstance()} onClose={onClose} onChanged={onChanged} />,
    makeCache(),
  )
  await userEvent.click(await screen.findByRole('combobox', { name: /Go on at/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Legal (left)' }))
  fill('Reason', 'Repair')
  await press('Show what comes of it')
  await expect.poll(() => says('left: Bob')).toBe(true)
}

it('lists the nodes that one can move to, by name', () => {
  expect(placesOf(bpmnXml)).toEqual([
    { value: 'left', label: 'Legal (left)' },
    { value: 'right', label: 'right' },
    { value: 'join', label: 'join' },
    { value: 'some', label: 'some' },
    { value: 'any', label: 'any' },
  ])
})

it('shows what comes of a jump before it is made', async () => {
  await open({ allowed: true, stranded: [] })
  expect(says('first: Ann')).toBe(true)
  expect(askedOf('post', path)[0]?.body).toEqual({ to: ['left'], reason: 'Repair', dryRun: true })
  await press('Move to a step')
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(askedOf('post', path).at(-1)?.body).toEqual({ to: ['left'], reason: 'Repair' })
})

it('says what it still lacks', async () => {
  give('get', '/api/bpm/v1/process-instances/{id}/diagram', { bpmnXml, nodes: [] })
  await show(
    <JumpDialog instance={anInstance()} onClose={onClose} onChanged={onChanged} />,
    makeCache(),
  )
  fill('Reason', ' ')
  await press('Move to a step')
  expect(screen.getAllByText('This is still missing')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Go on at/ }))
})

it('says that it could not be looked at whole', async () => {
  await open({ allowed: false, stranded: [], unproven: true })
  expect(says('The process is too large to prove that no other join waits for ever.')).toBe(true)
})

it('makes one that would be refused only when it is forced', async () => {
  await open({ allowed: false, stranded: ['join'] })
  expect(says('A branch is left out that these joins might wait for: join')).toBe(true)
  await press('Move to a step')
  expect(askedOf('post', path)).toHaveLength(1)
  expect(says('This is still missing')).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('checkbox'))
  await press('Move to a step')
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(askedOf('post', path).at(-1)?.body).toMatchObject({ force: true })
})
