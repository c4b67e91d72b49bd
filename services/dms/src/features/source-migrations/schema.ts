import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const MigrationBody = closed({ targetId: Uuid })

const Count = Type.Integer({ minimum: 0 })

export const MigrationView = closed({
  id: Uuid,
  sourceId: Uuid,
  targetId: Uuid,
  status: Type.Enum(['RUNNING', 'STOPPED', 'DONE', 'INCOMPLETE', 'RELEASED'], {
    description:
      'DONE: everything was copied, verified and switched; INCOMPLETE: all but what failed; STOPPED: goes on when it is started again; RELEASED: the old copies were given up.',
  }),
  progress: closed(
    { doneObjects: Count, totalObjects: Count, doneBytes: Count, totalBytes: Count },
    {
      description:
        'Of all that is or was at the source. An object is done when it has been verified and switched; bytes count from when they are at the target.',
    },
  ),
  obstacle: Nullable(
    closed(
      { reason: Type.String(), since: Timestamp },
      { description: 'Why nothing moves now: a storage that does not answer. It is tried again.' },
    ),
  ),
  objects: closed({
    waiting: Count,
    copying: Count,
    switched: Count,
    failed: Count,
    gone: Count,
  }),
  copiedBytes: Count,
  waitingBytes: Count,
  /** Uploads that still go to the source; what they become stays there until it is migrated again. */
  openUploads: Count,
  failures: Type.Array(closed({ objectId: Uuid, reason: Type.String() }), {
    description: 'The first hundred.',
  }),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp,
  /** While it runs, when it last had its turn. */
  updatedAt: Timestamp,
})
export type MigrationView = Static<typeof MigrationView>

export const MigrationParams = closed({ sourceId: Uuid, migrationId: Uuid })
