interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

interface Asked {
  readonly limit: number
  readonly cursor?: string
}

/** As many as every list of the services gives at once. */
const pageSize = 200

/**
 * A list to its end, for pages that show all of it: what stops at the first page says nothing of the rest.
 *
 * @param read Asks for one page: `(query) => unwrap(iam.GET('/api/iam/v1/roles', { params: { query } }))`.
 */
export async function readWhole<Item>(
  read: (asked: Asked) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page<Item> = await read({ limit: pageSize, ...(cursor === '' ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
