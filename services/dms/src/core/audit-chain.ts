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

export interface ChainFault {
  readonly sequence: number
  readonly reason: 'gap' | 'broken_link' | 'changed'
}

/** Checks consecutive records against what came before them; undefined when all is well. */
export function findChainFault(
  before: { readonly sequence: number; readonly hash: Buffer },
  records: readonly ChainedRecord[],
): ChainFault | undefined {
  let previous = before
  for (const record of records) {
    const { sequence } = record
    if (sequence !== previous.sequence + 1) {
      return { sequence: previous.sequence + 1, reason: 'gap' }
    }
    if (!record.previousHash.equals(previous.hash)) return { sequence, reason: 'broken_link' }
    if (!hashRecord(record.previousHash, record).equals(record.hash)) {
      return { sequence, reason: 'changed' }
    }
    previous = record
  }
  return undefined
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
