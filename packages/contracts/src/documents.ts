import { Type, type Static } from 'typebox'

const Uuid = Type.String({ format: 'uuid' })
const closed = { additionalProperties: false }

/** Body of `POST /internal/v1/dms/attachments`: what somebody wants to attach to an approval. */
export const AttachVersionsBody = Type.Object(
  {
    userId: Uuid,
    versions: Type.Array(Type.Object({ documentId: Uuid, versionId: Uuid }, closed), {
      minItems: 1,
      maxItems: 20,
    }),
  },
  closed,
)
export type AttachVersionsBody = Static<typeof AttachVersionsBody>

/** Its answer: those that are there for that user, each with the SHA-256 of its bytes in hexadecimal. */
export const ReadableVersions = Type.Object(
  { readable: Type.Array(Type.Object({ versionId: Uuid, sha256: Type.String() }, closed)) },
  closed,
)
export type ReadableVersions = Static<typeof ReadableVersions>

/**
 * Body of `PUT /internal/v1/dms/approvals/{instanceId}/attachments`: what is attached to an approval and to those that
 * it has called, and who has a task there now. It is the whole state, under a number that is counted up with each
 * change: what comes again, or after a later one, changes nothing.
 */
export const AttachmentReaders = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    versions: Type.Array(
      Type.Object({ versionId: Uuid, attachedBy: Type.String({ maxLength: 255 }) }, closed),
      { description: 'What is attached, and by which user.' },
    ),
    removed: Type.Array(
      Type.Object({ versionId: Uuid, removedBy: Type.String({ maxLength: 255 }) }, closed),
      {
        description:
          'What was attached and is not any more, and which user or client took it away.',
      },
    ),
    tasks: Type.Array(
      Type.Object(
        {
          taskNo: Type.String({ maxLength: 64 }),
          nodeName: Type.String({ maxLength: 255 }),
          holders: Type.Array(Uuid),
        },
        closed,
      ),
      {
        description:
          'Tasks that wait for somebody, and for whom: all who may take it where nobody has.',
      },
    ),
  },
  closed,
)
export type AttachmentReaders = Static<typeof AttachmentReaders>
