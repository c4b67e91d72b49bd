import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { Around, makeCache, speak } from '../../testing/page.tsx'
import { bob } from '../../testing/samples.ts'
import { askedOf, give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { PeopleField, PersonField } from './people-field.tsx'

signInFirst()
beforeAll(() => speak('en'))

const people = '/api/iam/v1/people'
const asked = () => askedOf('get', people).map(({ url }) => url.searchParams.get('q'))
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
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
  await expect.poll(offered).toEqual(['张伟zhangwei', '张伟zhangwei2'])
})

it('offers nobody found for what was typed before, while the answer is on its way', async () => {
  give('get', people, ({ url }) => {
    if (url.searchParams.get('q') !== 'bo') return new Promise(() => undefined)
    return { items: [{ id: bob.id, kind: 'user' as const, name: bob.name, detail: 'bob' }] }
  })
  const user = userEvent.setup()
  render(
    <Around cache={makeCache()}>
      <PersonField label="Person" value={null} onChange={() => undefined} />
    </Around>,
  )
  const input = screen.getByRole('combobox', { name: 'Person' })
  await user.type(input, 'bo')
  await expect.poll(offered).toEqual([`${bob.name}bob`])
  await user.type(input, 'rn')
  expect(offered()).toEqual([])
  await pause()
  expect([offered(), asked().at(-1)]).toEqual([[], 'born'])
})

it('finds the namesake of somebody who is chosen by their name', async () => {
  const namesake = { id: 'other', kind: 'user' as const, name: bob.name, detail: 'bob2' }
  give('get', people, ({ url }) => ({
    items: url.searchParams.get('q') === bob.name ? [namesake] : [],
  }))
  const user = userEvent.setup()
  render(
    <Around cache={makeCache()}>
      <PeopleField
        label="People"
        value={[{ id: bob.id, name: bob.name }]}
        onChange={() => undefined}
      />
    </Around>,
  )
  await user.type(screen.getByRole('combobox', { name: 'People' }), bob.name)
  await pause()
  await expect.poll(offered).toEqual([`${bob.name}bob2`])
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
