import type { paths } from '@countersign/client/bpm'
import type { paths as DmsPaths } from '@countersign/client/dms'
import { bpm, dms, iam, unwrap } from '../../../api/clients.ts'
import type { Source } from './permissions.ts'
import type { AuditFilter } from './search.ts'

export type ActorKind = 'user' | 'service' | 'system' | 'anonymous' | 'share' | 'public'

/** What happened, in the same words for all services. */
export interface Entry {
  readonly key: string
  readonly source: Source
  readonly time: string
  readonly action: string
  readonly outcome: 'success' | 'failure'
  readonly actor: { readonly kind: ActorKind; readonly id: string | null; readonly name?: string }
  readonly object: { readonly kind: string; readonly id: string; readonly name?: string } | null
  readonly address: string | null
  /** The entry as the service gave it. */
  readonly raw: Readonly<Record<string, unknown>>
}

export interface EntryPage {
  readonly items: readonly Entry[]
  readonly nextCursor: string | null
}

interface Asked {
  readonly filter: AuditFilter
  readonly cursor: string
  readonly limit: number
  readonly signal?: AbortSignal
}

/** What went of approvals by age, and what operators took out, are lists of their own beside their log; the other services have it in theirs. */
export const lists = ['iam', 'bpm', 'removals', 'exports', 'dms'] as const
export type List = (typeof lists)[number]
export const sourceOf = (list: List): Source =>
  list === 'removals' || list === 'exports' ? 'bpm' : list

/** A page of one list, newest first. */
export const readPage: Readonly<Record<List, (asked: Asked) => Promise<EntryPage>>> = {
  iam: readIam,
  bpm: readBpm,
  removals: readRemovals,
  exports: readExports,
  dms: readDms,
}

const queryOf = ({ filter, cursor, limit }: Asked) => ({
  ...filter,
  limit,
  ...(cursor === '' ? {} : { cursor }),
})
const carry = ({ signal }: Asked) => (signal === undefined ? {} : { signal })

async function readIam(asked: Asked): Promise<EntryPage> {
  const params = { query: queryOf(asked) }
  const page = await unwrap(iam.GET('/api/iam/v1/audit', { params, ...carry(asked) }))
  const items = page.items.map((raw) => ({
    key: `iam ${raw.id}`,
    source: 'iam' as const,
    time: raw.occurredAt,
    action: raw.action,
    outcome: raw.outcome,
    actor: { kind: raw.actorKind, id: raw.actorId },
    object: raw.targetId === null ? null : { kind: raw.targetKind ?? '', id: raw.targetId },
    address: raw.address,
    raw,
  }))
  return { items, nextCursor: page.nextCursor }
}

async function readBpm(asked: Asked): Promise<EntryPage> {
  const { outcome, ...query } = queryOf(asked)
  // The log of an approval keeps what was done, and nothing that was refused.
  if (outcome === 'failure') return { items: [], nextCursor: null }
  const page = await unwrap(bpm.GET('/api/bpm/v1/audit', { params: { query }, ...carry(asked) }))
  const items = page.items.map((raw) => ({
    key: `bpm ${raw.instance.id} ${raw.sequence}`,
    source: 'bpm' as const,
    time: raw.occurredAt,
    action: raw.action,
    outcome: 'success' as const,
    actor: raw.actor,
    object: { kind: 'approval', id: raw.instance.id, name: raw.instance.title },
    address: null,
    raw,
  }))
  return { items, nextCursor: page.nextCursor }
}

export const removed = 'retention.removed'

interface Removal {
  readonly what?: string
  readonly rows?: number
  readonly keptDays?: number
}

/** What an entry of any service says of what went by age. */
export function removalIn(raw: Entry['raw']): Removal {
  // Written by each service's worker: iam and dms keep it as the details of an entry.
  return (raw['details'] ?? raw['detail'] ?? raw) as Removal
}

/** They concern nobody and no object, and are too few to be asked for by anything but where they end. */
async function readRemovals(asked: Asked): Promise<EntryPage> {
  const { actorId, targetId, action = removed, outcome, q = '', from, to } = asked.filter
  const none = { items: [], nextCursor: null }
  if (actorId !== undefined || targetId !== undefined) return none
  if (action !== removed || outcome === 'failure') return none
  const { limit, cursor } = asked
  const query = { limit, ...(cursor === '' ? {} : { cursor }) }
  const page = await unwrap(
    bpm.GET('/api/bpm/v1/retention-removals', { params: { query }, ...carry(asked) }),
  )
  const begun = page.items.filter(({ removedAt }) => from === undefined || removedAt >= from)
  const items = begun
    .filter(({ what, removedAt }) => (to === undefined || removedAt < to) && what.includes(q))
    .map((raw) => ({
      key: `removal ${raw.id}`,
      source: 'bpm' as const,
      time: raw.removedAt,
      action: removed,
      outcome: 'success' as const,
      actor: { kind: 'system' as const, id: null },
      object: null,
      address: null,
      raw,
    }))
  // What is older than the period ends it.
  return { items, nextCursor: begun.length < page.items.length ? null : page.nextCursor }
}

/** Nobody of the tenant did them, and they are too few to be asked for by anything but where they end. */
async function readExports(asked: Asked): Promise<EntryPage> {
  const { actorId, targetId, action, outcome, q = '', from, to } = asked.filter
  if (actorId !== undefined || outcome === 'failure') return { items: [], nextCursor: null }
  const { limit, cursor } = asked
  const query = { limit, ...(cursor === '' ? {} : { cursor }) }
  const page = await unwrap(
    bpm.GET('/api/bpm/v1/data-exports', { params: { query }, ...carry(asked) }),
  )
  const begun = page.items.filter(({ recordedAt }) => from === undefined || recordedAt >= from)
  const items = begun
    .filter(({ recordedAt }) => to === undefined || recordedAt < to)
    .map(toExportEntry)
    .filter((entry) => action === undefined || entry.action === action)
    .filter(({ object }) => targetId === undefined || object?.id === targetId)
    .filter(({ raw }) => JSON.stringify(raw).toLowerCase().includes(q.toLowerCase()))
  // What is older than the period ends it.
  return { items, nextCursor: begun.length < page.items.length ? null : page.nextCursor }
}

const exported = [
  'person.export_begun',
  'person.exported',
  'tenant.export_begun',
  'tenant.exported',
] as const
type ExportAction = (typeof exported)[number]

/** Of approvals, too, though no log of an approval says so. */
export const isExport = (action: string): action is ExportAction =>
  exported.some((each) => each === action)

/** Who asked for an export: no account, but an operator in their own words. */
export function askedBy(raw: Entry['raw']): string | undefined {
  const said = raw['details'] ?? raw['detail'] ?? raw
  const { by } = said as { readonly by?: unknown }
  return typeof by === 'string' ? by : undefined
}

type DataExport =
  paths['/api/bpm/v1/data-exports']['get']['responses']['200']['content']['application/json']['items'][number]

function toExportEntry(raw: DataExport): Entry {
  const of = raw.userId === null ? 'tenant' : 'person'
  return {
    key: `export ${raw.id}`,
    source: 'bpm',
    time: raw.recordedAt,
    action: `${of}.${raw.phase === 'begun' ? 'export_begun' : 'exported'}`,
    outcome: 'success',
    actor: { kind: 'system', id: null },
    object: raw.userId === null ? null : { kind: 'user', id: raw.userId },
    address: null,
    raw: { ...raw },
  }
}

async function readDms(asked: Asked): Promise<EntryPage> {
  const params = { query: queryOf(asked) }
  const page = await unwrap(dms.GET('/api/dms/audit', { params, ...carry(asked) }))
  const items = page.items.map((raw) => ({
    key: `dms ${raw.sequence}`,
    source: 'dms' as const,
    time: raw.occurredAt,
    action: raw.action,
    outcome: raw.outcome,
    actor: { kind: kindOf(raw.actor.kind), id: raw.actor.id },
    object: documentIn(raw),
    address: null,
    raw,
  }))
  return { items, nextCursor: page.nextCursor }
}

/** Without its title where the person may not see the document. */
const documentIn = ({ documentId, documentTitle }: DmsEvent): Entry['object'] =>
  documentId === null
    ? null
    : {
        kind: 'document',
        id: documentId,
        ...(documentTitle === null ? {} : { name: documentTitle }),
      }
type DmsEvent =
  DmsPaths['/api/dms/audit']['get']['responses']['200']['content']['application/json']['items'][number]

const kinds = ['user', 'service', 'system', 'share', 'public'] as const
// A kind that is newer than this page is somebody.
const kindOf = (kind: string): ActorKind => kinds.find((known) => known === kind) ?? 'anonymous'
