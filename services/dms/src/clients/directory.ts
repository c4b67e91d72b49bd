import type { DirectoryRequest } from '@countersign/contracts'
import {
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryClientOptions,
  type DirectoryFound,
} from '@countersign/service-kit/directory-client'
import { problems } from '../problems.ts'

/** Who is in which role and department, as iam knows it. Never called inside a transaction. */
export interface Directory {
  /**
   * Those of the principals (`role:<id>`, `department:<id>`) that the user belongs to.
   *
   * @throws `dms.unavailable` (503) when iam gives no usable answer: no decision is made without.
   */
  findMemberships(
    tenantId: string,
    userId: string,
    principals: readonly string[],
  ): Promise<ReadonlySet<string>>

  /**
   * What some users may do in the tenant now, and to which of the principals (`role:<id>`,
   * `department:<id>`) they belong. Known for ten seconds, as memberships are.
   *
   * @throws `dms.unavailable` (503), as above.
   */
  findStandings(
    tenantId: string,
    userIds: readonly string[],
    principals: readonly string[],
  ): Promise<ReadonlyMap<string, Standing>>

  /**
   * Those of the principals (`user:<id>`, `role:<id>`, `department:<id>`) that the tenant does not
   * have. Always asked anew: what is missing now may be made in the next moment. A user is known by
   * their id alone; the directory finds people by user name too, the access lists do not.
   *
   * @throws `dms.unavailable` (503), as above.
   */
  findUnknown(tenantId: string, principals: readonly string[]): Promise<ReadonlySet<string>>

  /** The names of users, as far as iam says them. */
  findNames(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>

  /** The name of a user; undefined when iam does not say, which stops nobody. */
  findName(tenantId: string, userId: string): Promise<string | undefined>
}

export interface Standing {
  /** Account enabled and a member of the tenant. */
  readonly isActive: boolean
  readonly permissions: ReadonlySet<string>
  readonly memberships: ReadonlySet<string>
}

/** What is done in somebody's name while they are not there to ask for it. */
const STANDING = ['dms:document:read', 'dms:document:share', 'dms:document:admin'] as const

/** Answers are kept for ten seconds; what iam does not know as well, as lists name it for long. */
export function createDirectory(
  options: Pick<DirectoryClientOptions, 'iamUrl' | 'http' | 'tokens' | 'now'>,
): Directory {
  const client = createDirectoryClient({ ...options, keepsMissing: true, unavailable })
  const membersOf = createMembersOf()

  return {
    async findMemberships(tenantId, userId, principals) {
      const found = await client.resolve(tenantId, principals.map(toRequest))
      return new Set(principals.filter((principal) => membersOf(found.get(principal)).has(userId)))
    },

    async findUnknown(tenantId, principals) {
      const found = await client.resolve(tenantId, principals.map(toRequest), 'iam')
      return new Set(
        principals.filter((name) => isUserName(name) || found.get(name)?.missing === true),
      )
    },

    async findStandings(tenantId, userIds, principals) {
      const ids = userIds.filter((id) => !isUserName(`user:${id}`))
      const requests = [...ids.flatMap(askPerson), ...principals.map(toRequest)]
      const found = await client.resolve(tenantId, requests)
      const has = (key: string, id: string) => membersOf(found.get(key)).has(id)
      return new Map(
        ids.map((id) => [
          id,
          {
            isActive: has(`user:${id}`, id),
            permissions: new Set(STANDING.filter((name) => has(`${name} ${id}`, id))),
            memberships: new Set(principals.filter((principal) => has(principal, id))),
          },
        ]),
      )
    },

    findNames: findNamesWith(client),
    findName: async (tenantId, userId) =>
      (await findNamesWith(client)(tenantId, [userId])).get(userId),
  }
}

const findNamesWith =
  (client: DirectoryClient): Directory['findNames'] =>
  async (tenantId, userIds) => {
    try {
      const users = await client.findUsers(tenantId, userIds)
      return new Map([...users].map(([id, { displayName }]) => [id, displayName]))
    } catch {
      return new Map()
    }
  }

const askPerson = (id: string): DirectoryRequest[] => [
  { key: `user:${id}`, kind: 'user', ref: id },
  ...STANDING.map((ref) => ({ key: `${ref} ${id}`, kind: 'permission', ref, userId: id }) as const),
]

const unavailable = (cause: unknown) =>
  problems.unavailable({
    detail: 'Users, roles and departments cannot be looked up now.',
    cause,
    headers: { 'retry-after': '2' },
  })

const isUserName = (principal: string) =>
  principal.startsWith('user:') && !/^user:[0-9a-f-]{36}$/.test(principal)

const toRequest = (principal: string): DirectoryRequest => {
  const [kind, ...rest] = principal.split(':')
  return { key: principal, kind: kind as DirectoryRequest['kind'], ref: rest.join(':') }
}

/** A department may have thousands of members, and every access asks: a set is made once. */
function createMembersOf(): (found: DirectoryFound | undefined) => ReadonlySet<string> {
  const sets = new WeakMap<DirectoryFound, ReadonlySet<string>>()
  const nobody: ReadonlySet<string> = new Set()
  return (found) => {
    if (found === undefined) return nobody
    const known = sets.get(found)
    if (known !== undefined) return known
    const members = new Set(found.userIds)
    sets.set(found, members)
    return members
  }
}
