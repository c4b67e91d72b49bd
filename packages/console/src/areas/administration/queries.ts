import type { paths } from '@countersign/client/iam'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dms, iam, unwrap } from '../../api/clients.ts'
import { readWhole } from '../../api/whole-list.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { whileSorted } from '../../shared/list/service-order.ts'

const pageSize = 100
const cursorOf = (cursor: string) => (cursor === '' ? {} : { cursor })

const getUser = (id: string) =>
  unwrap(iam.GET('/api/iam/v1/users/{id}', { params: { path: { id } } }))
export type User = Awaited<ReturnType<typeof getUser>>

type UserOrder = NonNullable<paths['/api/iam/v1/users']['get']['parameters']['query']>['sort']

export const usersQuery = (q: string | undefined, sort: UserOrder) => {
  const list = ['iam', 'users', 'list', q] as const
  return infiniteQueryOptions({
    queryKey: [...list, sort],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...dropEmpty({ q, sort }), limit: pageSize, ...cursorOf(pageParam) }
      return unwrap(iam.GET('/api/iam/v1/users', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: whileSorted(list),
  })
}

export const userQuery = (id: string) =>
  queryOptions({ queryKey: ['iam', 'users', id], queryFn: () => getUser(id) })

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['iam', 'users', id, 'sessions'],
    queryFn: async () =>
      (await unwrap(iam.GET('/api/iam/v1/users/{id}/sessions', { params: { path: { id } } })))
        .items,
  })

const getMember = (userId: string) =>
  unwrap(iam.GET('/api/iam/v1/members/{userId}', { params: { path: { userId } } }))
export type Member = Awaited<ReturnType<typeof getMember>>

export const memberQuery = (userId: string) =>
  queryOptions({ queryKey: ['iam', 'members', userId], queryFn: () => getMember(userId) })

const listDepartments = () =>
  readWhole((query) => unwrap(iam.GET('/api/iam/v1/departments', { params: { query } })))
export type Department = Awaited<ReturnType<typeof listDepartments>>[number]

export const departmentsQuery = queryOptions({
  queryKey: ['iam', 'departments'],
  queryFn: listDepartments,
})

const listRoles = () =>
  readWhole((query) => unwrap(iam.GET('/api/iam/v1/roles', { params: { query } })))
export type Role = Awaited<ReturnType<typeof listRoles>>[number]

export const rolesQuery = queryOptions({
  queryKey: ['iam', 'roles'],
  queryFn: listRoles,
})

const getClient = (id: string) =>
  unwrap(iam.GET('/api/iam/v1/clients/{id}', { params: { path: { id } } }))
export type Client = Awaited<ReturnType<typeof getClient>>

export const clientsQuery = queryOptions({
  queryKey: ['iam', 'clients'],
  queryFn: () =>
    readWhole((query) => unwrap(iam.GET('/api/iam/v1/clients', { params: { query } }))),
})

export const clientQuery = (id: string) =>
  queryOptions({ queryKey: ['iam', 'clients', id], queryFn: () => getClient(id) })

const listSecrets = (id: string) =>
  unwrap(iam.GET('/api/iam/v1/clients/{id}/secrets', { params: { path: { id } } }))
export type ClientSecret = Awaited<ReturnType<typeof listSecrets>>['items'][number]

export const secretsQuery = (id: string) =>
  queryOptions({
    queryKey: ['iam', 'clients', id, 'secrets'],
    queryFn: async () => (await listSecrets(id)).items,
  })

const listTenants = () =>
  readWhole((query) => unwrap(iam.GET('/api/iam/v1/tenants', { params: { query } })))
export type Tenant = Awaited<ReturnType<typeof listTenants>>[number]

export const tenantsQuery = queryOptions({
  queryKey: ['iam', 'tenants'],
  queryFn: listTenants,
})

const listKeys = () => unwrap(iam.GET('/api/iam/v1/keys'))
export type SigningKey = Awaited<ReturnType<typeof listKeys>>['items'][number]

const getBranding = (id: string) =>
  unwrap(iam.GET('/api/iam/v1/tenants/{id}/branding', { params: { path: { id } } }))
export type Branding = Awaited<ReturnType<typeof getBranding>>

export const brandingQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['iam', 'branding', tenantId],
    queryFn: () => getBranding(tenantId),
  })

const getProvider = (id: string) =>
  unwrap(iam.GET('/api/iam/v1/identity-providers/{id}', { params: { path: { id } } }))
export type Provider = Awaited<ReturnType<typeof getProvider>>

export const providersQuery = queryOptions({
  queryKey: ['iam', 'providers'],
  queryFn: () =>
    readWhole((query) => unwrap(iam.GET('/api/iam/v1/identity-providers', { params: { query } }))),
})

export const providerQuery = (id: string) =>
  queryOptions({ queryKey: ['iam', 'providers', id], queryFn: () => getProvider(id) })

const listLinks = (id: string, cursor: string) => {
  const params = { path: { id }, query: { limit: pageSize, ...cursorOf(cursor) } }
  return unwrap(iam.GET('/api/iam/v1/identity-providers/{id}/links', { params }))
}
export type IdentityLink = Awaited<ReturnType<typeof listLinks>>['items'][number]

/** As many as the provider has people. */
export const linksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['iam', 'providers', id, 'links'],
    queryFn: ({ pageParam }) => listLinks(id, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

const listInvitations = () =>
  readWhole((query) => unwrap(iam.GET('/api/iam/v1/invitations', { params: { query } })))
export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

export const invitationsQuery = queryOptions({
  queryKey: ['iam', 'invitations'],
  queryFn: listInvitations,
})

export const keysQuery = queryOptions({
  queryKey: ['iam', 'keys'],
  queryFn: async () => (await listKeys()).items,
})

const listSources = () =>
  readWhole((query) => unwrap(dms.GET('/api/dms/storage-sources', { params: { query } })))
export type Source = Awaited<ReturnType<typeof listSources>>[number]

export const sourcesQuery = queryOptions({
  queryKey: ['dms', 'sources'],
  queryFn: listSources,
})

const listMigrations = (sourceId: string) =>
  unwrap(
    dms.GET('/api/dms/storage-sources/{sourceId}/migrations', {
      params: { path: { sourceId }, query: { limit: 20 } },
    }),
  )
export type Migration = Awaited<ReturnType<typeof listMigrations>>['items'][number]

const pollMs = 2_000

/** What is or was moved out of a source; looked at again while something moves. */
export const migrationsQuery = (sourceId: string) =>
  queryOptions({
    queryKey: ['dms', 'sources', sourceId, 'migrations'],
    queryFn: async () => (await listMigrations(sourceId)).items,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'RUNNING') === true ? pollMs : false,
  })
