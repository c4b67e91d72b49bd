// A registration is repeatable: the same declaration changes nothing, and one client owns a code.
//
// Kept by: services/bpm/src/features/biz-types/routes.test.ts "changes nothing when the same comes again, also at once"
// Kept by: services/bpm/src/features/biz-types/routes.test.ts "leaves a code to the client that registered it first"
import { contentHash } from '@countersign/service-kit/content-hash'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Tx } from '../../db/schema.ts'
import { keepFitting } from '../../core/key-fields.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType, type BizTypeRow } from '../../runtime/load/biz-types.ts'
import { findDeclarationFault, findIncompatibility, type Refusal } from './declaration.ts'
import {
  claimCode,
  findBizTypeVersion,
  findOrigins,
  insertVersion,
  lockCode,
  updateVersion,
} from './queries.ts'
import { requestTelling } from './telling/queries.ts'
import type { OwnedBizTypeView, RegisterBizTypeBody } from './schema.ts'
import { toOwnedBizTypeView } from './views.ts'

/**
 * Registers a business type for the calling client, or brings its declaration up to date. The same
 * declaration again, also at once, changes nothing.
 */
export async function registerBizType(
  { db, now, callbackOrigins }: Pick<Deps, 'db' | 'now' | 'callbackOrigins'>,
  owner: { tenantId: string; clientId: string },
  declared: RegisterBizTypeBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<OwnedBizTypeView>> {
  const { tenantId, clientId } = owner
  const register = async (tx: Tx) => {
    const tenantOrigins = (await findOrigins(tx, tenantId))?.origins ?? []
    refuseIf(findDeclarationFault(declared, [...callbackOrigins, ...tenantOrigins]))
    const { code, version } = declared
    await claimCode(tx, { tenant_id: tenantId, code, owner_client_id: clientId, created_at: now() })
    const { ownerClientId } = await lockCode(tx, tenantId, code)
    if (ownerClientId !== clientId) throw problems.biz_type_owned()

    const created = await writeVersion(tx, tenantId, declared, now())
    const bizType = await findBizTypeVersion(tx, tenantId, code, version)
    if (bizType === undefined) throw new Error('the version just written is not there')
    return { status: created ? 201 : 200, body: toOwnedBizTypeView(bizType) }
  }
  return inTransaction(db, (tx) => once(tx, idempotency, () => register(tx)))
}

type Declared = Omit<RegisterBizTypeBody, 'startsByTime' | 'startsBySignal' | 'names'> &
  Required<Pick<RegisterBizTypeBody, 'start' | 'keyFields'>> & {
    /** null: as `start` says. */
    readonly startsByTime: boolean | null
    readonly startsBySignal: boolean | null
    readonly names: NonNullable<RegisterBizTypeBody['names']> | null
  }

async function writeVersion(
  tx: Tx,
  tenantId: string,
  body: RegisterBizTypeBody,
  at: Date,
): Promise<boolean> {
  const { code, version } = body
  const registered = await findBizTypeVersion(tx, tenantId, code, version)
  const latest = registered ?? (await findBizType(tx, tenantId, code))
  // An application of before permits, started again beside a newer one, must not open what that closed.
  const declared: Declared = {
    ...body,
    start: body.start ?? latest?.start ?? 'open',
    startsByTime: body.startsByTime ?? latest?.startsByTime ?? null,
    startsBySignal: body.startsBySignal ?? latest?.startsBySignal ?? null,
    names: body.names ?? latest?.names ?? null,
    keyFields: body.keyFields ?? keepFitting(latest?.keyFields ?? [], body.variables),
  }
  const row = toRow(declared, at)
  if (registered === undefined) {
    const ordinal = (latest?.ordinal ?? 0) + 1
    await insertVersion(tx, { ...row, tenant_id: tenantId, code, version, ordinal, created_at: at })
    return true
  }
  refuseIf(findIncompatibility(registered.variables, declared.variables))
  if (!isSame(registered, declared)) {
    await updateVersion(
      tx,
      tenantId,
      { code, version },
      { ...row, revision: registered.revision + 1 },
    )
    const asked = registered.callbackEvents?.includes('task.assigned') === true
    const asks = declared.callback.events?.includes('task.assigned') === true
    if (asks && !asked) await requestTelling(tx, { tenantId, bizType: code, version })
  }
  return false
}

const toRow = (declared: Declared, at: Date) => ({
  name: declared.name,
  names: declared.names === null ? null : JSON.stringify(declared.names),
  variables: JSON.stringify(declared.variables),
  detail_path: declared.detailPath,
  callback_origin: declared.callback.origin,
  callback_path: declared.callback.path ?? '',
  callback_events: declared.callback.events ?? null,
  callback_max_events: declared.callback.maxEventsPerRequest ?? 1,
  initiate_permission: declared.initiatePermission,
  start: declared.start,
  starts_by_time: declared.startsByTime,
  starts_by_signal: declared.startsBySignal,
  key_fields: JSON.stringify(declared.keyFields),
  updated_at: at,
})

function isSame(registered: BizTypeRow, declared: Declared): boolean {
  const before = [
    registered.name,
    registered.names,
    registered.variables,
    registered.detailPath,
    registered.callbackOrigin,
    registered.callbackPath,
    registered.callbackEvents,
    registered.callbackMaxEvents,
    registered.initiatePermission,
    registered.start,
    registered.startsByTime,
    registered.startsBySignal,
    registered.keyFields,
  ]
  const after = [
    declared.name,
    declared.names,
    declared.variables,
    declared.detailPath,
    declared.callback.origin,
    declared.callback.path,
    declared.callback.events ?? null,
    declared.callback.maxEventsPerRequest ?? 1,
    declared.initiatePermission,
    declared.start,
    declared.startsByTime,
    declared.startsBySignal,
    declared.keyFields,
  ]
  return contentHash(before).equals(contentHash(after))
}

function refuseIf(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw problems[refusal.code]({ errors: refusal.faults })
}
