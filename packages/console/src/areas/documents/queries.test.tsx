import { describe, expect, it } from 'vitest'
import { answer, callsOf } from '../../testing/network.ts'
import { makeCache } from '../../testing/page.tsx'
import { all } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { approvalQuery } from '../../shared/preview/queries.ts'
import { documentsQuery, folderPathQuery, foldersQuery, type Folder } from './queries.ts'

signInFirst()

const folder = (id: string, parentId: string | null): Folder => ({
  id,
  parentId,
  name: id,
  ownerId: 'u-1',
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})

describe('the way to a folder', () => {
  const path = '/api/dms/folders/{folderId}'

  it('begins at the outermost folder', async () => {
    const parents: Readonly<Record<string, string | null>> = {
      plans: 'board',
      board: 'company',
      company: null,
    }
    give('get', path, ({ url }) => {
      const id = url.pathname.split('/').at(-1) ?? ''
      return folder(id, parents[id] ?? null)
    })
    const found = await makeCache().fetchQuery(folderPathQuery('plans'))
    expect(found.map(({ id }) => id)).toEqual(['company', 'board', 'plans'])
  })

  it('that one may not see is refused as a whole', async () => {
    refuse('get', path, { code: 'dms.not_found', status: 404 })
    await expect(makeCache().fetchQuery(folderPathQuery('plans'))).rejects.toMatchObject({
      status: 404,
    })
  })
})

it('folders of a folder are there to the last one', async () => {
  const path = '/api/dms/folders'
  give('get', path, ({ url }) =>
    url.searchParams.get('cursor') === null
      ? { items: [folder('first', 'board')], nextCursor: 'more' }
      : { items: [folder('last', 'board')], nextCursor: null },
  )
  const found = await makeCache().fetchQuery(foldersQuery('board'))
  expect(found.map(({ id }) => id)).toEqual(['first', 'last'])
  const asked = askedOf('get', path).map(({ url }) => Object.fromEntries(url.searchParams))
  expect(asked).toEqual([
    { limit: '200', parentId: 'board' },
    { limit: '200', parentId: 'board', cursor: 'more' },
  ])
})

describe('the approval of a document', () => {
  const path = '/api/dms/documents/{documentId}/approval'

  it('is none where there never was one', async () => {
    refuse('get', path, { code: 'dms.not_found', status: 404 })
    expect(await makeCache().fetchQuery(approvalQuery('d-1'))).toBeNull()
  })

  it.each([403, 500])('is not taken for none when the service says %i', async (status) => {
    refuse('get', path, { code: 'dms.x', status })
    await expect(makeCache().fetchQuery(approvalQuery('d-1'))).rejects.toMatchObject({ status })
  })

  it('is not taken for none when nobody answers', async () => {
    answer('get', path, () => {
      throw new TypeError('down')
    })
    await expect(makeCache().fetchQuery(approvalQuery('d-1'))).rejects.toMatchObject({ status: 0 })
    expect(callsOf('get', path)).toHaveLength(1)
  })
})

describe('a list of documents', () => {
  const path = '/api/dms/documents'
  const asked = async (...[search, sort]: Parameters<typeof documentsQuery>) => {
    give('get', path, all())
    await makeCache().fetchInfiniteQuery(documentsQuery(search, sort))
    return Object.fromEntries(askedOf('get', path).at(-1)?.url.searchParams ?? [])
  }

  it.each([
    [{}, { limit: '100' }],
    [{ folder: 'f-1' }, { limit: '100', folderId: 'f-1' }],
    [
      { q: 'plan', tag: 'draft' },
      { limit: '100', q: 'plan', tag: 'draft' },
    ],
    [{ trash: true }, { limit: '100', status: 'TRASHED' }],
  ] as const)('of %j asks for %j', async (search, query) => {
    expect(await asked(search, undefined)).toEqual(query)
  })

  it('asks for the order that the table has', async () => {
    expect(await asked({ folder: 'f-1' }, '-updatedAt')).toEqual({
      limit: '100',
      folderId: 'f-1',
      sort: '-updatedAt',
    })
  })
})
