import { describe, expect, it } from 'vitest'
import { documentTabs, readDocumentSearch, readLibrarySearch } from './search.ts'

describe('the address of the library', () => {
  it.each([
    [{}, {}],
    [
      { folder: 'f-1', q: 'plan', tag: 'draft' },
      { folder: 'f-1', q: 'plan', tag: 'draft' },
    ],
    [
      { q: 2026, tag: 1 },
      { q: '2026', tag: '1' },
    ],
    [{ trash: true }, { trash: true }],
    [{ trash: 'true', folder: '', q: null, tag: [] }, {}],
  ])('read from %j says %j', (raw, search) => {
    expect(readLibrarySearch(raw)).toEqual(search)
  })

  it('asks for no more than the service takes', () => {
    expect(readLibrarySearch({ q: 'x'.repeat(500) }).q).toHaveLength(200)
  })
})

describe('the address of a document', () => {
  it.each(documentTabs)('opens the tab %s, the first one without saying so', (tab) => {
    expect(readDocumentSearch({ tab })).toEqual(tab === 'preview' ? {} : { tab })
  })

  it.each(['secrets', 3, null])('does not know the tab %s', (tab) => {
    expect(readDocumentSearch({ tab })).toEqual({})
  })
})
