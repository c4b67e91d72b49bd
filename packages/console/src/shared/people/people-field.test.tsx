import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { Around, makeCache, speak } from '../../testing/page.tsx'
import { bob } from '../../testing/samples.ts'
import { askedOf, give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { PersonField } from './people-field.tsx'

signInFirst()
beforeAll(() => speak('en'))

const people = '/api/iam/v1/people'
const asked = () => askedOf('get', people).map(({ url }) => url.searchParams.get('q'))
const pause = () => act(() => new Promise((done) => setTimeout(done, 300)))

it('offers who is found by their user name, and tells namesakes apart', async () => {
  const items = ['zhangwei', 'zhangwei2'].map((detail, at) => ({
    id: `${at}`,
    kind: 'user' as const,
    name: '张伟',
    detail,
  }))
  give('get', people, { items })
  const user = userEvent.setup()
  render(
    <Around cache={makeCache()}>
      <PersonField label="Person" value={null} onChange={() => undefined} />
    </Around>,
  )
  await user.type(screen.getByRole('combobox', { name: 'Person' }), 'zhangwei')
  await pause()
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['张伟zhangwei', '张伟zhangwei2'])
})

it('does not look for who is chosen, nor for their id while the name is on its way', async () => {
  give('get', people, { items: [] })
  const cache = makeCache()
  const chosen = (name: string) => (
    <Around cache={cache}>
      <PersonField label="Person" value={{ id: bob.id, name }} onChange={() => undefined} />
    </Around>
  )
  const { rerender } = render(chosen(bob.id))
  await pause()
  rerender(chosen(bob.name))
  await pause()
  expect(asked()).toEqual([''])
})
