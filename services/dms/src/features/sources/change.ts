import { isCheckViolation, isUniqueViolation } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { TokenUser } from '../../access/access.ts'
import { findSource, insertSource, type SourceRow } from '../../content/source-queries.ts'
import {
  PLACE_SETTINGS,
  type PlaceSetting,
  placeRules,
  type SettingRule,
  type StorageKind,
} from '../../core/storage-kind.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { lockDefault, lockSource, moveDefault, updateSource } from './queries.ts'
import type { SourceBody, SourcePatch, SourceView } from './schema.ts'

export const viewSource = ({ tenantId: _tenant, ...row }: SourceRow): SourceView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** Adds a source. Nothing is stored in it before it is made the default. */
export async function addSource(
  deps: Deps,
  caller: TokenUser,
  body: SourceBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<SourceView>> {
  const { tenantId } = caller
  const source = {
    name: body.name,
    kind: body.kind,
    endpoint: body.endpoint ?? null,
    region: body.region ?? null,
    bucket: body.bucket ?? null,
    basePath: body.basePath ?? null,
    credentialsRef: body.credentialsRef ?? null,
  }
  requireSettings(body.kind, body, PLACE_SETTINGS)
  const fault = deps.stores.findFault({ ...source, tenantId })
  if (fault !== undefined) throw problems.source_not_allowed({ detail: fault })
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const now = deps.now()
      const row = await insertSource(
        tx,
        tenantId,
        { ...source, id: uuidv7(), isDefault: false },
        now,
      )
      if (row === undefined) throw problems.source_name_taken()
      const actor = userActor(caller.subject)
      const detail = { sourceId: row.id, ...source }
      await appendAudit(tx, tenantId, now, [{ action: 'source.added', actor, detail }])
      return { status: 201, body: viewSource(row) }
    }),
  )
}

export async function changeSource(
  deps: Deps,
  caller: TokenUser,
  sourceId: string,
  patch: SourcePatch,
  revision: number | undefined,
): Promise<SourceRow> {
  const { tenantId } = caller
  return inTransaction(deps.db, async (tx) => {
    const before = await lockSource(tx, tenantId, sourceId)
    if (before === undefined) throw problems.not_found()
    requireRevision(problems, revision, before.revision)
    if (patch.credentialsRef !== undefined) {
      requireSettings(before.kind, { credentialsRef: patch.credentialsRef }, ['credentialsRef'])
      const fault = deps.stores.findFault({ ...before, credentialsRef: patch.credentialsRef })
      if (fault !== undefined) throw problems.source_not_allowed({ detail: fault })
    }
    const now = deps.now()
    const change = {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.status === undefined ? {} : { status: patch.status }),
      ...(patch.credentialsRef === undefined ? {} : { credentials_ref: patch.credentialsRef }),
    }
    const row = await updateSource(tx, tenantId, sourceId, now, change)
    if (row === undefined) throw problems.not_found()
    const actor = userActor(caller.subject)
    const detail = { sourceId, ...change }
    await appendAudit(tx, tenantId, now, [{ action: 'source.changed', actor, detail }])
    return row
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'storage_sources_name_unique')) throw problems.source_name_taken()
    if (isCheckViolation(error, 'storage_sources_default_takes_writes')) {
      throw problems.source_read_only({ detail: 'The default source has to take writes.' })
    }
    throw error
  })
}

/** New uploads go here from now on; versions that exist stay where they are. */
export async function makeDefault(
  deps: Deps,
  caller: TokenUser,
  sourceId: string,
  revision: number | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<SourceView>> {
  const { tenantId } = caller
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const source = (await lockDefault(tx, tenantId)).find(({ id }) => id === sourceId)
      if (source === undefined) throw problems.not_found()
      requireRevision(problems, revision, source.revision)
      if (source.status !== 'ACTIVE') throw problems.source_read_only()
      const now = deps.now()
      await moveDefault(tx, tenantId, sourceId, now)
      const actor = userActor(caller.subject)
      await appendAudit(tx, tenantId, now, [
        { action: 'source.made_default', actor, detail: { sourceId } },
      ])
      const moved = (await findSource(tx, tenantId, sourceId)) ?? source
      return { status: 200, body: viewSource(moved) }
    }),
  )
}

/** Writes, reads and removes a small object in the source. */
export async function checkSource(
  deps: Deps,
  caller: TokenUser,
  sourceId: string,
): Promise<{ ok: boolean; detail?: string }> {
  const source = await findSource(deps.db, caller.tenantId, sourceId)
  if (source === undefined) throw problems.not_found()
  try {
    const store = await deps.stores.open(source)
    await store.probe()
    return { ok: true }
  } catch (error) {
    deps.log.warn({ err: error, sourceId }, 'source check failed')
    // Its own words name no secret and no signed address.
    return { ok: false, detail: error instanceof Error ? error.message : 'unknown' }
  }
}

function requireSettings(
  kind: StorageKind,
  given: Partial<Record<PlaceSetting, string>>,
  settings: readonly PlaceSetting[],
): void {
  const errors = settings.flatMap((name) => {
    const fault = findSettingFault(placeRules[kind][name], given[name] !== undefined, kind)
    return fault === undefined ? [] : [{ pointer: `/${name}`, ...fault }]
  })
  if (errors.length > 0) throw problems.source_invalid({ errors })
}

function findSettingFault(rule: SettingRule, isGiven: boolean, kind: StorageKind) {
  switch (rule) {
    case 'required':
      return isGiven ? undefined : { code: 'required', detail: `is required for ${kind}` }
    case 'not_allowed':
      return isGiven ? { code: 'not_allowed', detail: `is not for a ${kind}` } : undefined
    case 'ignored':
      return undefined
  }
}
