import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import {
  type ChainedRecord,
  chainStart,
  findChainFaults,
} from '@countersign/service-kit/audit-event-chain'
import type { Deps } from '../../deps.ts'
import { readChain } from '@countersign/service-kit/audit-event-queries'
import { appendAudit, findHead, systemActor } from './queries.ts'
import { isHeadSigned, signHead, type SignedHead } from './signed-head.ts'

const BATCH = 1_000

/**
 * The whole audit of a tenant as lines of JSON, oldest event first; the last line is the signed
 * head. That it is exported is an event itself, the last of the export unless others come at the
 * same time; what is appended meanwhile is left to the next.
 */
export async function* exportAudit(
  deps: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  signingKey: string,
): AsyncGenerator<string> {
  await appendAudit(deps.db, tenantId, deps.now(), [
    { action: 'audit.exported', actor: systemActor },
  ])
  const head = (await findHead(deps.db, tenantId)) ?? { sequence: 0, hash: chainStart }
  for (let last = 0; last < head.sequence;) {
    const limit = Math.min(BATCH, head.sequence - last)
    const records = await readChain(deps.db, tenantId, last, limit)
    if (records.length === 0) break
    for (const record of records) yield JSON.stringify(toLine(record))
    last += records.length
  }
  const exportedAt = deps.now().toISOString()
  const { sequence, hash } = head
  const signed = signHead(signingKey, {
    tenantId,
    sequence,
    hash: hash.toString('hex'),
    exportedAt,
  })
  yield JSON.stringify({ head: signed })
}

const Text = Type.String()
const MaybeText = Type.Union([Text, Type.Null()])
const Line = closed({
  tenantId: Text,
  sequence: Type.Integer(),
  occurredAt: Text,
  actorKind: Text,
  actorId: MaybeText,
  action: Text,
  documentId: MaybeText,
  versionId: MaybeText,
  detail: Type.Record(Text, Type.Unknown()),
  previousHash: Text,
  hash: Text,
})
const HeadLine = closed({
  head: closed({
    tenantId: Text,
    sequence: Type.Integer(),
    hash: Text,
    exportedAt: Text,
    signature: Text,
  }),
})

function toLine({ previousHash, hash, ...record }: ChainedRecord) {
  return { ...record, previousHash: previousHash.toString('hex'), hash: hash.toString('hex') }
}

export interface ExportReport {
  readonly valid: boolean
  readonly checked: number
  readonly fault?: string
}

/**
 * Checks an export with nothing but the public key: each event against the one before, and the last
 * against the signed head. Says nothing about what happened after the export.
 *
 * @param earlier Lines of an export from before, or its head alone: what was so then must be so now.
 *   Without it, a history that was written anew as a whole, by somebody who has the database and has
 *   the service sign it, looks as good as the true one.
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  publicKey: string,
  earlier?: AsyncIterable<string>,
): Promise<ExportReport> {
  const before = earlier === undefined ? undefined : await findSignedHead(earlier, publicKey)
  if (earlier !== undefined && before === undefined) {
    return { valid: false, checked: 0, fault: 'the earlier export has no head signed by this key' }
  }
  let last = { sequence: 0, hash: chainStart }
  let tenantId: string | undefined
  let isOver = false
  const fail = (fault: string) => ({ valid: false, checked: last.sequence, fault })
  for await (const text of lines) {
    if (isOver) return fail('something follows the signed head')
    const line = parse(text)
    if (Check(HeadLine, line)) {
      const fault = findHeadFault(line.head, { publicKey, last, tenantId, before })
      if (fault !== undefined) return fail(fault)
      isOver = true
      continue
    }
    if (!Check(Line, line)) return fail('a line is no event')
    const { previousHash, hash, ...rest } = line
    const record = { ...rest, previousHash: fromHex(previousHash), hash: fromHex(hash) }
    const [fault] = findChainFaults(last, [record])
    if (fault !== undefined) return fail(`event ${fault.sequence}: ${fault.reason}`)
    tenantId ??= record.tenantId
    if (record.tenantId !== tenantId) return fail(`event ${record.sequence}: another tenant`)
    last = record
    if (before?.sequence === record.sequence && before.hash !== hash) {
      return fail(`event ${record.sequence}: not what the earlier export has`)
    }
  }
  return isOver ? { valid: true, checked: last.sequence } : fail('there is no signed head')
}

function findHeadFault(
  head: SignedHead,
  expected: {
    readonly publicKey: string
    readonly last: { readonly sequence: number; readonly hash: Buffer }
    readonly tenantId: string | undefined
    readonly before: SignedHead | undefined
  },
): string | undefined {
  const { publicKey, last, tenantId, before } = expected
  if (!isHeadSigned(publicKey, head)) return 'the head is not signed by this key'
  const isEnd = head.sequence === last.sequence && head.hash === last.hash.toString('hex')
  const isSame = tenantId === undefined || head.tenantId === tenantId
  if (!isEnd || !isSame) return 'the end is cut off'
  const isLater =
    before === undefined || (before.tenantId === head.tenantId && before.sequence <= head.sequence)
  return isLater ? undefined : 'the earlier export has more'
}

/** The head of an export, when it is signed by this key. */
async function findSignedHead(lines: AsyncIterable<string>, publicKey: string) {
  for await (const text of lines) {
    const line = parse(text)
    if (Check(HeadLine, line)) return isHeadSigned(publicKey, line.head) ? line.head : undefined
  }
  return undefined
}

const fromHex = (text: string) => Buffer.from(text, 'hex')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
