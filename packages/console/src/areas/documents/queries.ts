import type { paths } from '@countersign/client/dms'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dms, unwrap } from '../../api/clients.ts'
import { readWhole } from '../../api/whole-list.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { whileSorted } from '../../shared/list/service-order.ts'
import type { LibrarySearch } from './search.ts'

const pageSize = 100
const cursorOf = (cursor: string) => (cursor === '' ? {} : { cursor })

const getDocument = (documentId: string) =>
  unwrap(dms.GET('/api/dms/documents/{documentId}', { params: { path: { documentId } } }))
export type DmsDocument = Awaited<ReturnType<typeof getDocument>>
export type Right = NonNullable<DmsDocument['rights']>[number]

/** What a service can sort documents by, either way. */
export type DocumentOrder = NonNullable<
  NonNullable<paths['/api/dms/documents']['get']['parameters']['query']>['sort']
>

/** Documents of a folder, of a search, or all that the person may see; newest first without an order. */
export const documentsQuery = (
  { folder, q, tag, trash }: LibrarySearch,
  sort: DocumentOrder | undefined,
) => {
  const list = ['dms', 'documents', 'list', { folder, q, tag, trash }] as const
  return infiniteQueryOptions({
    queryKey: [...list, sort],
    queryFn: ({ pageParam, signal }) => {
      const filter = dropEmpty({ folderId: folder, q, tag, status: trash && ('TRASHED' as const) })
      const query = { ...filter, ...dropEmpty({ sort }), limit: pageSize, ...cursorOf(pageParam) }
      return unwrap(dms.GET('/api/dms/documents', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: whileSorted(list),
  })
}

export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId],
    queryFn: () => getDocument(documentId),
  })

const listFolders = (parentId: string | undefined) =>
  readWhole((page) => {
    const query = { ...page, ...dropEmpty({ parentId }) }
    return unwrap(dms.GET('/api/dms/folders', { params: { query } }))
  })
export type Folder = Awaited<ReturnType<typeof listFolders>>[number]

export const foldersQuery = (parentId: string | undefined) =>
  queryOptions({
    queryKey: ['dms', 'folders', 'in', parentId ?? ''],
    queryFn: () => listFolders(parentId),
  })

/** A folder and those above it, outermost first. */
export const folderPathQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['dms', 'folders', 'path', folderId],
    queryFn: async () => {
      const path: Folder[] = []
      let next: string | null = folderId
      while (next !== null) {
        const folder: Folder = await unwrap(
          dms.GET('/api/dms/folders/{folderId}', { params: { path: { folderId: next } } }),
        )
        path.unshift(folder)
        next = folder.parentId
      }
      return path
    },
  })

const listVersions = (documentId: string) =>
  readWhole((query) =>
    unwrap(
      dms.GET('/api/dms/documents/{documentId}/versions', {
        params: { path: { documentId }, query },
      }),
    ),
  )
export type Version = Awaited<ReturnType<typeof listVersions>>[number]

/** Versions, newest first. */
export const versionsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'versions'],
    queryFn: () => listVersions(documentId),
  })

const getAcl = (documentId: string) =>
  unwrap(dms.GET('/api/dms/documents/{documentId}/acl', { params: { path: { documentId } } }))
export type Acl = Awaited<ReturnType<typeof getAcl>>

export const aclQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'acl'],
    queryFn: () => getAcl(documentId),
  })

export const accessQuery = (documentId: string, userId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'access', userId],
    queryFn: () =>
      unwrap(
        dms.GET('/api/dms/documents/{documentId}/access', {
          params: { path: { documentId }, query: { userId } },
        }),
      ),
  })

const listShares = (documentId: string) =>
  readWhole((query) =>
    unwrap(
      dms.GET('/api/dms/documents/{documentId}/shares', {
        params: { path: { documentId }, query },
      }),
    ),
  )
export type Share = Awaited<ReturnType<typeof listShares>>[number]

export const sharesQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['dms', 'documents', documentId, 'shares'],
    queryFn: () => listShares(documentId),
  })

/** Visits of a share, newest first. */
export const visitsQuery = (documentId: string, shareId: string) =>
  infiniteQueryOptions({
    queryKey: ['dms', 'documents', documentId, 'shares', shareId, 'visits'],
    queryFn: ({ pageParam }) => {
      const query = { limit: pageSize, ...cursorOf(pageParam) }
      const params = { path: { documentId, shareId }, query }
      return unwrap(dms.GET('/api/dms/documents/{documentId}/shares/{shareId}/visits', { params }))
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const auditQuery = (documentId: string) =>
  infiniteQueryOptions({
    queryKey: ['dms', 'documents', documentId, 'audit'],
    queryFn: ({ pageParam }) =>
      unwrap(
        dms.GET('/api/dms/documents/{documentId}/audit', {
          params: { path: { documentId }, query: { limit: pageSize, ...cursorOf(pageParam) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
