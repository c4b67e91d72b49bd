import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { DrawnProcessContext } from '../drawn-process.ts'
import { fieldsOf } from './condition.ts'
import { ConditionField } from './condition-field.tsx'

beforeAll(() => speak('en', 'designer'))

const fields = fieldsOf(
  [
    { name: 'amount', type: 'number', label: 'Amount', required: true },
    { name: 'reason', type: 'string', label: 'Reason' },
  ],
  'Initiator',
)
const onChange = vi.fn<(value: string | undefined) => void>()
beforeEach(() => onChange.mockClear())
const said = () => onChange.mock.lastCall?.[0]

async function open(first?: string) {
  function Kept() {
    const [value, setValue] = useState(first)
    return (
      <DrawnProcessContext value={{ bizType: 'expense', fields, faults: new Map() }}>
        <ConditionField
          label="Condition of branch 1"
          value={value}
          faults={['Branch 1 has no condition yet.']}
          disabled={false}
          onChange={(next) => {
            setValue(next)
            onChange(next)
          }}
        />
      </DrawnProcessContext>
    )
  }
  await show(<Kept />)
}

const input = (number: number, name: string) =>
  within(
    screen.getByRole('group', { name: `Condition ${number}` }),
  ).getByLabelText<HTMLInputElement>(name, { selector: 'input' })

it('is said by field, operator and value, with the keyboard alone', async () => {
  await open()
  expect(says('Branch 1 has no condition yet.')).toBe(true)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  // What is added is where one goes on, and says by itself what it still lacks.
  expect(document.activeElement).toBe(input(1, 'What'))
  expect(said()).toBe('amount > null')
  await userEvent.click(input(1, 'Value'))
  await userEvent.keyboard('1000.5')
  expect(said()).toBe('amount > 1000.5')
  expect(input(1, 'Value').value).toBe('1000.5')
})

it('joins several by all or any', async () => {
  await open('amount > 1000.0')
  await press('Add a condition')
  await userEvent.click(input(2, 'What'))
  await userEvent.click(await screen.findByRole('option', { name: 'Reason' }))
  await userEvent.click(input(2, 'How'))
  await userEvent.click(await screen.findByRole('option', { name: 'contains' }))
  await userEvent.type(input(2, 'Value'), 'trip')
  expect(said()).toBe('amount > 1000.0 && has(variables.reason) && reason.contains("trip")')
  await userEvent.click(screen.getByText('Any of these'))
  expect(said()).toBe('amount > 1000.0 || has(variables.reason) && reason.contains("trip")')
  await press('Remove condition 1')
  expect(said()).toBe('has(variables.reason) && reason.contains("trip")')
})

it('shows the expert the same condition, and takes back what they write', async () => {
  await open('amount > 1000.0')
  await press('As an expression')
  const text = screen.getByLabelText<HTMLTextAreaElement>('Expression')
  expect(text.value).toBe('amount > 1000.0')
  await userEvent.clear(text)
  await userEvent.type(text, 'amount <= 7')
  await press('As a form')
  expect(input(1, 'How').value).toBe('is at most')
  expect(input(1, 'Value').value).toBe('7')
})

it('says that the form cannot show it, and offers none', async () => {
  await open('amount * 2.0 > 1000.0')
  expect(says('It says more than the form can show, so it is written here.')).toBe(true)
  expect(screen.queryByRole('button', { name: 'As a form' })).toBeNull()
})

it('takes away the last one, and is empty then', async () => {
  await open('amount > 1000.0')
  await press('Remove condition 1')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})
