import { isUniqueViolation } from '@countersign/service-kit/db'
import type { Directory as Answers, DirectoryRequest } from '../../core/engine/command.ts'
import type { Directory } from '../../directory.ts'

/** What is known of people while an action is carried out. */
export interface KnownPeople {
  /** The directory's answers by the key of the question. */
  readonly answers: Answers
  /** Display names by user id. */
  readonly names: ReadonlyMap<string, string>
  /** The same for an approval of another business type: others may stand in there. */
  readonly about: (bizType: string) => KnownPeople
}

/** A directory for one business type that knows those of the others. */
export interface MatterDirectory extends Directory {
  readonly about?: (bizType: string) => Directory
}

/**
 * Thrown inside a transaction that needs to know more: it rolls back, the directory is asked with
 * no transaction open, and the work runs again.
 */
export class PeopleNeeded extends Error {
  readonly requests: readonly DirectoryRequest[]
  readonly userIds: readonly string[]
  /** The business type that the requests are about, when it is not that of the work. */
  readonly bizType: string | undefined

  constructor(needed: {
    requests?: readonly DirectoryRequest[]
    userIds?: readonly string[]
    bizType?: string
  }) {
    super('the directory has to be asked')
    this.name = 'PeopleNeeded'
    this.requests = needed.requests ?? []
    this.userIds = needed.userIds ?? []
    this.bizType = needed.bizType
  }
}

// Each round can name nodes that the one before did not reach; a process has far fewer in a row
// without a person to wait for.
const maxRounds = 50

/**
 * Runs `work`, asks the directory for what it turns out to need, and runs it again until it needs
 * nothing. `work` may open a transaction: none is open while the network is used.
 *
 * @throws `bpm.directory_unavailable` (503) when iam gives no answer.
 */
export async function withPeople<T>(
  directory: MatterDirectory,
  tenantId: string,
  work: (known: KnownPeople) => Promise<T>,
): Promise<T> {
  const names = new Map<string, string>()
  const others = new Map<string, Known>()
  const about = (bizType: string): Known => {
    const known = others.get(bizType) ?? { answers: new Map(), names, about }
    others.set(bizType, known)
    return known
  }
  const own: Known = { answers: new Map(), names, about }
  for (let round = 1; ; round++) {
    try {
      return await work(own)
    } catch (error) {
      if (round >= maxRounds) throw error
      // Two tasks of the tenant drew the same random number; the next try draws others.
      if (isUniqueViolation(error, 'tasks_one_per_no')) continue
      if (!(error instanceof PeopleNeeded)) throw error
      const { bizType } = error
      const asked = bizType === undefined ? directory : (directory.about?.(bizType) ?? directory)
      await learn(asked, tenantId, bizType === undefined ? own : about(bizType), error)
    }
  }
}

interface Known extends KnownPeople {
  readonly answers: Map<string, readonly string[]>
  readonly names: Map<string, string>
}

async function learn(
  directory: Directory,
  tenantId: string,
  known: Known,
  needed: Pick<PeopleNeeded, 'requests' | 'userIds'>,
): Promise<void> {
  const answered = await directory.resolve(tenantId, needed.requests)
  // A question without an answer means nobody: the definition says what then.
  const found = needed.requests.map(({ key }) => [key, answered.get(key)?.userIds ?? []] as const)
  for (const [key, userIds] of found) known.answers.set(key, userIds)

  const userIds = [...needed.userIds, ...found.flatMap(([, ids]) => ids)]
  const unknown = userIds.filter((id) => !known.names.has(id))
  const users = await directory.findUsers(tenantId, unknown)
  for (const id of unknown) known.names.set(id, users.get(id)?.displayName ?? id)
}
