import type { DirectoryRequest } from '@countersign/contracts'
import {
  createDirectoryClient,
  type DirectoryClientOptions,
  type DirectoryFound,
} from '@countersign/service-kit/directory-client'
import { problems } from './problems.ts'

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
   * Those of the principals (`user:<id>`, `role:<id>`, `department:<id>`) that the tenant does not
   * have. Always asked anew: what is missing now may be made in the next moment. A user is known by
   * their id alone; the directory finds people by user name too, the access lists do not.
   *
   * @throws `dms.unavailable` (503), as above.
   */
  findUnknown(tenantId: string, principals: readonly string[]): Promise<ReadonlySet<string>>

  /** The name of a user; undefined when iam does not say, which stops nobody. */
  findName(tenantId: string, userId: string): Promise<string | undefined>
}

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

    findName: async (tenantId, userId) => {
      try {
        return (await client.findUsers(tenantId, [userId])).get(userId)?.displayName
      } catch {
        return undefined
      }
    },
  }
}

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
