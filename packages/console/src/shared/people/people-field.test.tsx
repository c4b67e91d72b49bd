import { act, render } from '@testing-library/react'
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
