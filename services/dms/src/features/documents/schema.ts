import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { sortQuery } from '@countersign/service-kit/sort'
import { type Static, Type } from 'typebox'
import { documentOrders } from './order.ts'

export const Rights = Type.Array(Type.Enum(['read', 'download', 'write', 'manage']))

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' })
const PropertyName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,62}$' })
const PropertyView = Type.Union([
  closed({ type: Type.Literal('text'), value: Type.String({ maxLength: 1000 }) }),
  closed({ type: Type.Literal('number'), value: Type.Number() }),
  closed({ type: Type.Literal('boolean'), value: Type.Boolean() }),
  closed({ type: Type.Literal('date'), value: Day }),
])

export const DocumentView = closed({
  id: Uuid,
  title: Type.String(),
  folderId: Nullable(Uuid),
  tags: Type.Array(Type.String()),
  properties: Type.Record(Type.String(), PropertyView),
  status: Type.Enum(['ACTIVE', 'TRASHED']),
  ownerId: Type.String(),
  currentVersionId: Nullable(Uuid),
  versionCount: Type.Integer(),
  rights: Type.Optional(Rights),
  lock: Type.Optional(
    closed({
      reason: Type.String(),
      holder: Type.String(),
      bindingId: Type.Optional(Uuid),
      expiresAt: Type.Optional(Timestamp),
    }),
  ),
  // Whether there is an approval to ask for, so that nobody has to ask in vain. Of one document, not in lists.
  hasApproval: Type.Optional(Type.Boolean()),
  // Where its text has what was searched for.
  snippet: Type.Optional(Type.String()),
  revision: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  trashedAt: Nullable(Timestamp),
})
export type DocumentView = Static<typeof DocumentView>

export const DocumentsQuery = {
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  folderId: Type.Optional(Uuid),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  property: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z][A-Za-z0-9_]{0,62}:',
      maxLength: 1100,
      description: '`name:value`: documents whose property has this value.',
    }),
  ),
  status: Type.Optional(Type.Enum(['ACTIVE', 'TRASHED'])),
  snippets: Type.Optional(
    Type.Boolean({
      description:
        '`false`: of what `q` finds no text is quoted, nor is any in the audit as shown. Quoted when absent.',
    }),
  ),
  sort: sortQuery(documentOrders, 'newest first'),
}

export const DocumentPatch = closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, uniqueItems: true }),
  ),
  properties: Type.Optional(
    Type.Record(PropertyName, Nullable(PropertyView), {
      additionalProperties: false,
      maxProperties: 50,
      description: 'Merged by name; null takes one away.',
    }),
  ),
  folderId: Type.Optional(Nullable(Uuid)),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type DocumentPatch = Static<typeof DocumentPatch>

export const DeleteQuery = closed({ purge: Type.Optional(Type.Boolean()) })
export const TransferBody = closed({ ownerId: Uuid })

export const PurgeBody = closed({ dryRun: Type.Boolean() })

export const PurgeView = closed({
  dryRun: Type.Boolean(),
  purged: Type.Array(Uuid),
  kept: Type.Array(closed({ documentId: Uuid, code: Type.String() }), {
    description: 'With what keeps each; of those longest in the trash, a thousand at most.',
  }),
  more: Type.Boolean({ description: 'Whether another call may purge more.' }),
})

export const AccessView = closed({
  userId: Type.String(),
  rights: Rights,
  seesContent: Type.Boolean({
    description:
      'Whether reading is reading what is in it; administrators as such know of it alone.',
  }),
  watermark: Type.Boolean({ description: 'Whether marked previews are all that is seen of it.' }),
  reasons: Type.Array(
    closed({
      right: Type.Enum(['read', 'download', 'write', 'manage']),
      effect: Type.Enum(['allow', 'deny']),
      by: Type.Enum(['owner', 'administrator', 'acl', 'task']),
      principal: Type.Optional(Type.String()),
      task: Type.Optional(
        closed(
          {
            taskNo: Type.String(),
            nodeName: Type.String(),
            versionId: Uuid,
            until: Type.Optional(Timestamp),
          },
          { description: 'One that waits for them, or did: it shows one version alone.' },
        ),
      ),
      resource: Type.Optional(closed({ kind: Type.Enum(['document', 'folder']), id: Uuid })),
    }),
  ),
})
