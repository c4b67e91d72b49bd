import { Type, type Static } from 'typebox'

const Uuid = Type.String({ format: 'uuid' })
const closed = { additionalProperties: false }

/** A user as other services see them. `active`: account enabled and membership in force. */
export const DirectoryUser = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    locale: Type.Optional(Type.String({ description: 'Language tag of RFC 5646.' })),
    active: Type.Boolean(),
  },
  closed,
)
export type DirectoryUser = Static<typeof DirectoryUser>

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Query of `GET /internal/v1/iam/directory/users`. */
export const DirectoryUsersQuery = Type.Object(
  {
    ids: Type.String({
      pattern: `^${uuid}(?:,${uuid}){0,199}$`,
      description: 'Up to 200 ids, comma-separated.',
    }),
  },
  closed,
)

/** Its answer. Ids that are not members of the tenant are left out. */
export const DirectoryUsers = Type.Object({ items: Type.Array(DirectoryUser) }, closed)
export type DirectoryUsers = Static<typeof DirectoryUsers>

export const DIRECTORY_KINDS = [
  'user',
  'role',
  'department',
  'post',
  'departmentLeader',
  'managerLine',
  'permission',
] as const

export type DirectoryKind = (typeof DIRECTORY_KINDS)[number]

/**
 * One question to the directory. `key` is the asker's own and comes back with the answer.
 *
 * - `user`, `role`, `department`, `post`: `ref` is an id, a user name or a code.
 * - `departmentLeader`: the leader `level` departments above that of `userId` (0: the own one).
 * - `managerLine`: the managers of `userId` from level `from` to level `to` (1: the direct one).
 * - `permission`: `userId` themselves, while a role of theirs has the permission `ref`.
 */
export const DirectoryRequest = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Enum([...DIRECTORY_KINDS]),
    ref: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    userId: Type.Optional(Uuid),
    level: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
    from: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    to: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    direction: Type.Optional(Type.Enum(['bottomUp', 'topDown'])),
  },
  closed,
)
export type DirectoryRequest = Static<typeof DirectoryRequest>

/** Body of `POST /internal/v1/iam/directory/resolve`. */
export const ResolveRequest = Type.Object(
  { requests: Type.Array(DirectoryRequest, { minItems: 1, maxItems: 200 }) },
  closed,
)
export type ResolveRequest = Static<typeof ResolveRequest>

/** Only active members of the tenant. `missing`: the role, department… itself does not exist. */
export const DirectoryAnswer = Type.Object(
  {
    key: Type.String(),
    userIds: Type.Array(Uuid),
    missing: Type.Optional(Type.Literal(true)),
  },
  closed,
)
export type DirectoryAnswer = Static<typeof DirectoryAnswer>

export const ResolveAnswer = Type.Object({ items: Type.Array(DirectoryAnswer) }, closed)
export type ResolveAnswer = Static<typeof ResolveAnswer>
