/** A property of a document: what it is called is up to the tenant, what it holds is typed. */
export type Property =
  | { readonly type: 'text' | 'date'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }

export type Properties = Readonly<Record<string, Property>>

/** Merges a change by name; null takes a property away. */
export function mergeProperties(
  before: Properties,
  change: Readonly<Record<string, Property | null>>,
): Properties {
  const merged: [string, Property][] = []
  for (const [name, property] of Object.entries({ ...before, ...change })) {
    if (property !== null) merged.push([name, property])
  }
  return Object.fromEntries(merged)
}

/** Whether it is a day of the calendar, which a pattern cannot say. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * What `name:value` in a query may mean. Query strings have no types: `7` is looked for as a number
 * and as a text.
 */
export function readPropertyFilter(filter: string): readonly Properties[] {
  const at = filter.indexOf(':')
  const [name, value] = [filter.slice(0, at), filter.slice(at + 1)]
  const meanings: Property[] = [{ type: 'text', value }]
  if (isDay(value)) meanings.push({ type: 'date', value })
  if (value === 'true' || value === 'false') {
    meanings.push({ type: 'boolean', value: value === 'true' })
  }
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) {
    meanings.push({ type: 'number', value: Number(value) })
  }
  return meanings.map((property) => ({ [name]: property }))
}
