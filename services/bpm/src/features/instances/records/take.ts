// A record is what the log and the rows beside it say at one moment, read on one snapshot. The same state
// gives the same bytes: nothing in it tells when it was asked for.
//
// Kept by: services/bpm/src/features/instances/records/record.test.ts "gives the same bytes while nothing happens"
import { signRecord, type RecordContent, type Signer } from '@countersign/record'
import { inSnapshot } from '@countersign/service-kit/transaction'
import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../db/schema.ts'
import { readsAll, type ServiceCaller } from '../../../callers.ts'
import { getReadable, getShowable, type Readable, type Reader } from '../access.ts'
import { listCalled } from '../reading/queries.ts'
import { readRounds } from '../timeline/rounds.ts'
import { readTimeline } from '../timeline/timeline.ts'
import { ensureRecordKey, openRecordKey } from './keys/record-keys.ts'
import { findRecordSources, listAllTasks, listSentEvents } from './queries.ts'
import { toRecordContent } from './content.ts'
import type { RecordTemplate } from './print/template.ts'
import type { Drawing } from './signatures/drawing.ts'
import { listDrawnSignatures, listStrokes, type DrawnSignatureRow } from './signatures/queries.ts'
import { decisionsOf, drawingsOf, signActions } from './signatures/used.ts'
import { findRecordTemplate } from './templates/queries.ts'

export type RecordDeps = Pick<Deps, 'db' | 'processes' | 'sealer' | 'publicUrl'>

/** A record, signed, with what it was made of. */
export interface TakenRecord {
  readonly content: RecordContent
  /** The compact JWS. */
  readonly signed: string
  readonly signer: Signer
  /** How its business type wants it printed. */
  readonly template: RecordTemplate
  /** Drawn signatures of who decided, by their hash; for a print alone. */
  readonly drawings: ReadonlyMap<string, Drawing>
}

/** No approval has so many of anything: the engine ends long before. */
const ALL = 2 ** 31 - 1

/** Who takes a record: a person, or the application that owns the approval and shows the record on. */
export type RecordReader = { readonly user: Reader } | { readonly owner: ServiceCaller }

/**
 * The record of an approval as this reader may see it.
 *
 * @throws `bpm.not_found` (404) for whoever takes no part in it.
 */
export async function takeRecord(
  deps: RecordDeps,
  reader: RecordReader,
  instanceId: string,
  { withDrawings }: { withDrawings: boolean },
): Promise<TakenRecord> {
  await ensureRecordKey(deps)
  return inSnapshot(deps.db, async (tx) => {
    const signer = await openRecordKey(tx, deps.sealer)
    const found = await readContent(tx, deps, { reader, instanceId, kid: signer.kid })
    const { content, drawn } = found
    const { tenantId } = content.record
    const ids = withDrawings ? drawn.map(({ id }) => id) : []
    const drawings = drawingsOf(await listStrokes(tx, tenantId, ids))
    const { bizType } = content.approval
    const template = (await findRecordTemplate(tx, tenantId, bizType)) ?? {}
    const signed = signRecord(content, signer.privateKey)
    return { content, signed, signer, template, drawings }
  })
}

interface Wanted {
  readonly reader: RecordReader
  readonly instanceId: string
  readonly kid: string
}

async function readContent(
  tx: Tx,
  { processes, publicUrl }: RecordDeps,
  { reader, instanceId, kid }: Wanted,
): Promise<{ content: RecordContent; drawn: readonly DrawnSignatureRow[] }> {
  // One connection: what waits for a second one while it holds one can wait for itself.
  const inTx: Parameters<typeof getReadable>[0] = {
    db: tx,
    processes: { ...processes, get: (tenant, definition) => processes.get(tenant, definition, tx) },
  }
  const { readable, seesAll, seesOrigin } = await readAs(inTx, reader, instanceId)
  const { instance } = readable
  const { tenantId } = instance
  const process = await inTx.processes.get(tenantId, instance.definitionId)
  const page = { afterSequence: 0, limit: ALL }
  const actions = await readTimeline(inTx, { ...readable, process }, page)
  const drawn = await listDrawnSignatures(tx, tenantId, decisionsOf(actions))
  const content = toRecordContent({
    issuer: publicUrl,
    kid,
    readable,
    process,
    seesAll,
    seesOrigin,
    sources: await findRecordSources(tx, tenantId, instance),
    tasks: await listAllTasks(tx, tenantId, instanceId),
    actions: signActions(actions, drawn),
    rounds: await readRounds(tx, readable),
    called: await listCalled(tx, tenantId, instanceId, { limit: ALL }),
    events: await listSentEvents(tx, tenantId, instanceId),
  })
  return { content, drawn }
}

async function readAs(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: RecordReader,
  instanceId: string,
): Promise<{ readable: Readable; seesAll: boolean; seesOrigin: boolean }> {
  if ('owner' in reader) {
    const readable = await getShowable(deps, reader.owner, instanceId)
    const { declaredVariables } = readable.instance
    const seesAll = declaredVariables.every(({ name }) => readable.sees(name))
    return { readable, seesAll, seesOrigin: false }
  }
  const { user } = reader
  const readable = await getReadable(deps, user, instanceId)
  const isInitiator = readable.instance.initiatorId === user.userId
  return { readable, seesAll: readsAll(user) || isInitiator, seesOrigin: readsAll(user) }
}
