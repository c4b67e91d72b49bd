import { expect, it } from 'vitest'
import { keep } from '../../shared/kept.ts'
import { me } from '../../testing/identity.ts'
import { makeCache } from '../../testing/page.tsx'
import { all } from '../../testing/samples.ts'
import { askedOf, give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { prefetchTasks } from './routes.ts'

signInFirst()

it('the list is asked for in the order that the person keeps, before there is a page', async () => {
  give('get', '/api/bpm/v1/tasks', all())
  const key = `countersign-table/${me.id}/title,initiator,since,due,approve`
  for (const sort of [undefined, { column: 'since', isDescending: false }]) {
    keep(key, sort === undefined ? undefined : { sort })
    await prefetchTasks(makeCache(), { box: 'todo' })
  }
  const orders = askedOf('get', '/api/bpm/v1/tasks').map(({ url }) => url.searchParams.get('order'))
  expect(orders).toEqual(['due', 'oldest'])
  keep(key, undefined)
})
