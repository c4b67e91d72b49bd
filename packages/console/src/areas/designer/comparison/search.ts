/** What the address of the page says: the version compared with; the one before where none is named. */
export interface ComparisonSearch {
  readonly with?: string
}

export function readComparisonSearch(raw: Readonly<Record<string, unknown>>): ComparisonSearch {
  const id = raw['with']
  return typeof id === 'string' && id !== '' ? { with: id } : {}
}
