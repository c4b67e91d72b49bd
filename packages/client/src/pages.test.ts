import { expect, it } from 'vitest'
import { itemsOf, type Page, pagesOf } from './pages.ts'

interface Args {
  readonly query?: { readonly cursor?: string; readonly box?: string }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

function setup() {
  const asked: Args[] = []
  const pages: Record<string, Page<number>> = {
    '': { items: [1, 2], nextCursor: 'a' },
    a: { items: [], nextCursor: 'b' },
    b: { items: [3], nextCursor: null },
  }
  const list = (args: Args): Promise<Page<number>> => {
    asked.push(args)
    return Promise.resolve(pages[args.query?.cursor ?? ''] ?? { items: [], nextCursor: null })
  }
  return { list, asked }
}

it('gives every item of every page, and asks with the same filter', async () => {
  const { list, asked } = setup()
  const items = await all(itemsOf(list, { query: { box: 'todo' } }))
  expect(items).toEqual([1, 2, 3])
  expect(asked).toEqual([
    { query: { box: 'todo' } },
    { query: { box: 'todo', cursor: 'a' } },
    { query: { box: 'todo', cursor: 'b' } },
  ])
})

it('asks for no page that nobody takes', async () => {
  const { list, asked } = setup()
  for await (const item of itemsOf(list, {})) if (item === 2) break
  expect(asked).toHaveLength(1)
})

it('begins where it is told', async () => {
  const { list } = setup()
  const pages = await all(pagesOf(list, { query: { cursor: 'b' } }))
  expect(pages).toEqual([{ items: [3], nextCursor: null }])
})
