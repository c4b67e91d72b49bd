import type { CallOptions } from './options.ts'

/** A page of a list, as every service answers it. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** An operation that answers in pages. */
export type List<Args, Item> = (args: Args, options?: CallOptions) => Promise<Page<Item>>

interface Paged {
  readonly query?: { readonly cursor?: string }
}

/**
 * Every item of a list. The next page is asked for when the last item of the one before was taken:
 * who stops early asks for no more.
 *
 * ```ts
 * for await (const task of itemsOf(bpm.listTasks, { query: { box: 'todo' } })) …
 * ```
 */
export async function* itemsOf<Args extends Paged | undefined, Item>(
  list: List<Args, Item>,
  args: NonNullable<Args>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of pagesOf(list, args, options)) yield* items
}

/** As {@link itemsOf}, a page at a time. `query.limit` says how long one is, `query.cursor` where to begin. */
export async function* pagesOf<Args extends Paged | undefined, Item>(
  list: List<Args, Item>,
  args: NonNullable<Args>,
  options?: CallOptions,
): AsyncGenerator<Page<Item>, void, undefined> {
  let next: NonNullable<Args> = args
  for (;;) {
    const page = await list(next, options)
    yield page
    if (page.nextCursor === null) return
    next = { ...args, query: { ...args.query, cursor: page.nextCursor } }
  }
}
