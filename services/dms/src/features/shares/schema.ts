import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Password = Type.String({ minLength: 4, maxLength: 256 })
const ShareName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Whom it is for; a watermark bears it.',
})
const Watermark = Type.Boolean({
  description:
    'What is shown bears name, address of the visitor and time; such a share gives no download.',
})
const MaxDownloads = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'So many downloads; so many views where the share gives no download.',
})
const Person = closed({
  id: Type.String(),
  name: Nullable(Type.String({ description: 'null while iam does not say it.' })),
})

export const ShareBody = closed({
  versionId: Type.Optional(Uuid),
  name: Type.Optional(ShareName),
  watermark: Type.Optional(Watermark),
  password: Type.Optional(Password),
  validFrom: Type.Optional(Timestamp),
  validUntil: Type.Optional(Timestamp),
  maxDownloads: Type.Optional(MaxDownloads),
  allowDownload: Type.Boolean(),
  allowPreview: Type.Boolean(),
})
export type ShareBody = Static<typeof ShareBody>

/** null takes a limit, the name or the password away. */
export const SharePatch = closed({
  name: Type.Optional(Nullable(ShareName)),
  watermark: Type.Optional(Watermark),
  password: Type.Optional(Nullable(Password)),
  validFrom: Type.Optional(Nullable(Timestamp)),
  validUntil: Type.Optional(Nullable(Timestamp)),
  maxDownloads: Type.Optional(Nullable(MaxDownloads)),
  allowDownload: Type.Optional(Type.Boolean()),
  allowPreview: Type.Optional(Type.Boolean()),
  revision: Type.Optional(Revision),
})
export type SharePatch = Static<typeof SharePatch>

const members = {
  id: Uuid,
  documentId: Uuid,
  versionId: Nullable(Uuid),
  name: Nullable(Type.String()),
  watermark: Type.Boolean(),
  hasPassword: Type.Boolean(),
  validFrom: Nullable(Timestamp),
  validUntil: Nullable(Timestamp),
  maxDownloads: Nullable(Type.Integer()),
  downloadCount: Type.Integer(),
  viewCount: Type.Integer({
    description: 'A view is what a visitor is shown of a version within a day of its first page.',
  }),
  allowDownload: Type.Boolean(),
  allowPreview: Type.Boolean(),
  revokedAt: Nullable(Timestamp),
  maker: Person,
  takenOverBy: Nullable(Person),
  takenOverAt: Nullable(Timestamp),
  restsBecause: Nullable(
    Type.Enum(['account_inactive', 'permission_missing', 'right_missing'], {
      description:
        'Why it serves nobody now: what has been lost by who took it over, or else by its maker.',
    }),
  ),
  createdBy: Type.String(),
  createdAt: Timestamp,
  revision: Type.Integer(),
}

export const ShareView = closed(members)
export type ShareView = Static<typeof ShareView>

/** Token and address are shown at creation and never again. */
export const NewShareView = closed({
  ...members,
  token: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
})
export type NewShareView = Static<typeof NewShareView>

export const ShareParams = closed({ documentId: Uuid, shareId: Uuid })
export const TokenParams = closed({ token: Type.String({ maxLength: 200 }) })
export const UnlockBody = closed({ password: Type.String({ minLength: 1, maxLength: 256 }) })
export const TicketView = closed({ ticket: Type.String(), expiresAt: Timestamp })
export const TicketQuery = closed({
  ticket: Type.Optional(Type.String({ maxLength: 1000 })),
})

export const PreviewQuery = closed({
  ticket: Type.Optional(Type.String({ maxLength: 1000 })),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'A page, as a picture.' }),
  ),
})

export const VisitView = closed({
  occurredAt: Timestamp,
  action: Type.Enum(['version.downloaded', 'version.previewed', 'share.password_wrong']),
  versionId: Nullable(Uuid),
  address: Nullable(Type.String()),
  page: Nullable(Type.Integer()),
  continues: Type.Boolean({ description: 'More of a download or view that was counted before.' }),
})
export type VisitView = Static<typeof VisitView>

export const SharedView = closed({
  title: Type.String(),
  fileName: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Nullable(Type.String({ description: 'Told when the share is unlocked.' })),
  versionNo: Type.Integer(),
  passwordRequired: Type.Boolean(),
  allowDownload: Type.Boolean(),
  allowPreview: Type.Boolean(),
  watermark: Type.Boolean(),
  preview: Nullable(
    closed(
      {
        status: Type.Enum([
          'PENDING',
          'READY',
          'FAILED',
          'UNSUPPORTED',
          'TOOL_MISSING',
          'ORIGINAL_ONLY',
        ]),
        contentType: Type.Optional(Type.String()),
        pageCount: Type.Optional(Type.Integer()),
      },
      { description: 'What there is to show; null where it may not be shown or is still locked.' },
    ),
  ),
  validUntil: Nullable(Timestamp),
})
