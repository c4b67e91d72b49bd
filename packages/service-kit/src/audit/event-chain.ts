import { createHash } from 'node:crypto'

/** One audit event as it is hashed. */
export interface AuditRecord {
  readonly tenantId: string
  readonly sequence: number
  readonly occurredAt: string
  readonly actorKind: string
  readonly actorId: string | null
  readonly action: string
  readonly documentId: string | null
  readonly versionId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface ChainedRecord extends AuditRecord {
  readonly previousHash: Buffer
  readonly hash: Buffer
}

/** What the first event of a tenant is chained to. */
export const chainStart = Buffer.alloc(32)

/**
 * What of an event is hashed, as it stands before and after its sequence number: that one is known
 * only where the event is stored.
 */
export function contentOf(record: Omit<AuditRecord, 'sequence'>): {
  before: string
  after: string
} {
  const members = [
    record.occurredAt,
    record.actorKind,
    record.actorId,
    record.action,
    record.documentId,
    record.versionId,
    record.detail,
  ]
  return {
    before: `[${canonical(record.tenantId)},`,
    after: `,${members.map(canonical).join(',')}]`,
  }
}

/**
 * SHA-256 over the previous hash and the canonical JSON of the record: changing, leaving out or
 * reordering any event changes every later hash.
 */
export function hashRecord(previousHash: Buffer, record: AuditRecord): Buffer {
  const { before, after } = contentOf(record)
  const content = `${before}${record.sequence}${after}`
  return createHash('sha256').update(previousHash).update(content).digest()
}

/**
 * What is not as it was written. `gap`: these events are not there; `changed`: the event is not what
 * its hash was made of; `broken_link`: it does not continue the one before it, so one of the two was
 * written anew; `head_…`: the end on record is not the last event, or is not there; `beyond_head`:
 * these events come after it.
 */
export interface ChainFault {
  readonly sequence: number
  /** The last of several. */
  readonly until?: number
  readonly reason:
    'gap' | 'changed' | 'broken_link' | 'head_missing' | 'head_differs' | 'beyond_head'
}

/** What a record has to continue; the hash of one that is missing nobody knows. */
export interface ChainEnd {
  readonly sequence: number
  readonly hash: Buffer | undefined
}

/** Every fault of consecutive records, seen from what came before them. */
export function findChainFaults(before: ChainEnd, records: readonly ChainedRecord[]): ChainFault[] {
  const faults: ChainFault[] = []
  let previous = before
  for (const record of records) {
    const { sequence, previousHash, hash } = record
    const next = previous.sequence + 1
    const isNext = sequence === next
    if (!isNext) faults.push({ sequence: next, until: sequence - 1, reason: 'gap' })
    if (!hashRecord(previousHash, record).equals(hash)) {
      faults.push({ sequence, reason: 'changed' })
    } else if (isNext && previous.hash?.equals(previousHash) === false) {
      faults.push({ sequence, reason: 'broken_link' })
    }
    previous = record
  }
  return faults
}

// RFC 8785 for what is in an audit detail: sorted members, JSON's own numbers and strings.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}
