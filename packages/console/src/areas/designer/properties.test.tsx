import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { show, speak } from '../../testing/page.tsx'
import { says } from '../../testing/person.ts'
import { Properties } from './properties.tsx'

beforeAll(() => speak('en', 'designer'))

const tab = (name: string) => screen.getByRole('tab', { name })
const shown = () => screen.getByRole('tab', { selected: true }).textContent

it('shows what is chosen, and all of the process when nothing is', async () => {
  let choose: (id: string | undefined) => void = () => undefined
  function Kept() {
    const [chosen, setChosen] = useState<string>()
    choose = setChosen
    return (
      <Properties
        chosen={chosen}
        separations={[]}
        steps={[]}
        onSeparate={() => undefined}
        disabled={false}
      >
        the form of {chosen}
      </Properties>
    )
  }
  await show(<Kept />)
  expect(shown()).toBe('Whole process')
  expect(says('Choose an element')).toBe(true)

  act(() => choose('enter'))
  expect(shown()).toBe('What is chosen')
  expect(says('the form of enter')).toBe(true)

  // By the keyboard to the other one; whoever chooses another element wants to see that.
  tab('What is chosen').focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(shown()).toBe('Whole process')
  expect(says('the form of enter')).toBe(false)
  act(() => choose('release'))
  expect(says('the form of release')).toBe(true)
})
