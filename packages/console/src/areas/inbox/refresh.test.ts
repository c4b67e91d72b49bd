import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { newsKey, refreshInbox } from './refresh.ts'

const filter = { box: 'todo' }
const pageOf = (...numbers: string[]) => ({
  items: numbers.map((taskNo) => ({ taskNo })),
  nextCursor: null,
})

function listOf(pages: readonly ReturnType<typeof pageOf>[]): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['bpm', 'tasks', filter], { pages, pageParams: pages.map(() => '') })
  client.setQueryData(['bpm', 'counts'], { todo: 4 })
  return client
}

const isStale = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryState([...key])?.isInvalidated

it('reads a short list again', () => {
  const client = listOf([pageOf('a'), pageOf('b')])
  refreshInbox(client, [{ taskNo: 'a', box: 'done' }])
  expect(isStale(client, ['bpm', 'tasks', filter])).toBe(true)
  expect(isStale(client, ['bpm', 'counts'])).toBe(true)
  expect(client.getQueryData(newsKey)).toBeUndefined()
})

it('takes out of a long list what left its box, keeps the rest, and says that there is news', () => {
  const client = listOf([pageOf('a', 'b'), pageOf('c'), pageOf('d'), pageOf('e')])
  refreshInbox(client, [
    { taskNo: 'a', box: 'done' },
    { taskNo: 'c', box: 'todo' },
    { taskNo: 'd', box: 'past' },
  ])
  const { pages } = client.getQueryData<{ pages: ReturnType<typeof pageOf>[] }>([
    'bpm',
    'tasks',
    filter,
  ]) ?? { pages: [] }
  expect(pages.flatMap(({ items }) => items.map(({ taskNo }) => taskNo))).toEqual(['b', 'c', 'e'])
  expect(isStale(client, ['bpm', 'tasks', filter])).toBe(false)
  expect(isStale(client, ['bpm', 'counts'])).toBe(true)
  expect(client.getQueryData(newsKey)).toBe(true)
})
