import type { TreeSeparation } from '@countersign/contracts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, field, press, says } from '../../../testing/person.ts'
import { SeparationsField } from './separations-field.tsx'
import type { NamedStep } from './separations.ts'

beforeAll(() => speak('en', 'designer'))

const payment: readonly NamedStep[] = [
  { id: 'enter', name: 'Enter' },
  { id: 'release', name: 'Release' },
  { id: 'audit', name: '' },
]
const onChange = vi.fn<(value: readonly TreeSeparation[]) => void>()
beforeEach(() => onChange.mockClear())

async function open(
  first: readonly TreeSeparation[],
  { steps = payment, disabled = false }: { steps?: readonly NamedStep[]; disabled?: boolean } = {},
) {
  function Kept() {
    const [value, setValue] = useState(first)
    return (
      <SeparationsField
        value={value}
        steps={steps}
        disabled={disabled}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    )
  }
  await show(<Kept />)
}

const first = 'Steps kept apart (1)'
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

describe('steps that are kept apart', () => {
  it('are chosen by their names, with the keyboard alone', async () => {
    await open([])
    buttons('Keep steps apart')[0]?.focus()
    await userEvent.keyboard('{Enter}')
    // Nothing is said yet, so nothing is written.
    expect(onChange).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field(first))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onChange).toHaveBeenLastCalledWith([{ nodes: ['enter'] }])
    expect(isWrong(first)).toBe(true)
    expect(says('Choose two steps or more.')).toBe(true)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onChange).toHaveBeenLastCalledWith([{ nodes: ['enter', 'release'] }])
    expect(isWrong(first)).toBe(false)
    await userEvent.click(screen.getByLabelText('Also between rounds'))
    expect(onChange).toHaveBeenLastCalledWith([{ nodes: ['enter', 'release'], rounds: 'all' }])
    await userEvent.click(screen.getByLabelText('Also between rounds'))
    expect(onChange).toHaveBeenLastCalledWith([{ nodes: ['enter', 'release'] }])
  })

  it('are no more, once the last one is taken out', async () => {
    await open([{ nodes: ['enter'] }])
    await userEvent.click(field(first))
    await userEvent.keyboard('{Backspace}')
    expect(onChange).toHaveBeenLastCalledWith([])
    // The field stays for whoever wants to choose others.
    expect(field(first)).toBeTruthy()
    await press(`Remove “${first}”`)
    expect(says(first)).toBe(false)
  })

  it('are removed one by one', async () => {
    await open([{ nodes: ['enter', 'release'] }, { nodes: ['release', 'audit'], rounds: 'all' }])
    await press(`Remove “${first}”`)
    expect(onChange).toHaveBeenLastCalledWith([{ nodes: ['release', 'audit'], rounds: 'all' }])
  })

  it('have a fault where nobody decides any more', async () => {
    await open([{ nodes: ['enter', 'told'] }])
    expect(isWrong(first)).toBe(true)
    expect(says('Nobody decides any more at told.')).toBe(true)
  })

  it('without a name, or with the name of another one, can be told apart', async () => {
    const same = payment.map(({ id, name }) => ({ id, name: name && 'Pay' }))
    await open([{ nodes: ['enter', 'release', 'audit'] }], { steps: same })
    for (const name of ['Pay (enter)', 'Pay (release)', 'Step without a name (audit)']) {
      expect(says(name)).toBe(true)
    }
  })

  it('need two to choose from', async () => {
    await open([], { steps: payment.slice(1, 2) })
    expect(buttons('Keep steps apart')[0]?.disabled).toBe(true)
    expect(says('Draw two steps at which people decide')).toBe(true)
  })

  it('are only shown to who may not change them', async () => {
    await open([{ nodes: ['enter', 'release'] }], { disabled: true })
    expect(field(first).disabled).toBe(true)
    expect(buttons(`Remove “${first}”`)[0]?.disabled).toBe(true)
    expect(buttons('Keep steps apart')[0]?.disabled).toBe(true)
  })
})
