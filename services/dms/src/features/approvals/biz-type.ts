import { TASK_EVENT_TYPES } from '@countersign/contracts'
import { contentHash } from '@countersign/service-kit/content-hash'
import type { BpmClient, BpmResult } from '../../clients/bpm-client.ts'
import { bizType } from '../../core/biz-type.ts'
import type { Deps } from '../../deps.ts'
import { isRegistered, listOutdated, recordRegistration } from './queries.ts'

export const callbackPath = '/internal/v1/dms/bpm-events'

/** Variables that describe the bound version; this service alone sets them. */
export const ownVariables = [
  { name: 'documentId', type: 'string', required: true, label: 'Document' },
  { name: 'versionId', type: 'string', required: true, label: 'Version' },
  { name: 'versionNo', type: 'number', required: true, label: 'Version number' },
  { name: 'fileName', type: 'string', required: true, label: 'File' },
  { name: 'contentType', type: 'string', label: 'File type' },
  { name: 'sizeBytes', type: 'number', label: 'Size in bytes' },
  { name: 'sha256', type: 'string', label: 'SHA-256' },
] as const

/** Variables that the initiator may give, for processes that branch on them. */
const freeVariables = [
  { name: 'amount', type: 'number', label: 'Amount' },
  { name: 'category', type: 'string', label: 'Category' },
  { name: 'note', type: 'string', label: 'Note' },
  { name: 'urgent', type: 'boolean', label: 'Urgent' },
  { name: 'dueDate', type: 'date', label: 'Due' },
  { name: 'reviewers', type: 'users', label: 'Reviewers' },
] as const

const declarationFor = (callbackOrigin: string) => ({
  code: bizType,
  version: '1',
  name: 'Document approval',
  variables: [...ownVariables, ...freeVariables],
  keyFields: [
    { variable: 'versionNo', label: { en: 'Version', 'zh-CN': '版本' }, format: 'quantity' },
    { variable: 'dueDate', label: { en: 'Due', 'zh-CN': '截止' }, format: 'date' },
  ],
  // bizId is the version under approval: a document has many, each decided for itself.
  detailPath: '/documents/versions/{bizId}',
  callback: { origin: callbackOrigin, path: callbackPath, events: [...TASK_EVENT_TYPES] },
  initiatePermission: 'dms:document:write',
  // Nobody else says which version of which document is decided on.
  start: 'permit',
})

const BATCH = 20

/**
 * Brings the registrations of tenants up to date that were made by an earlier release: until then their
 * starts follow its rules. Answers how many were renewed; what fails is tried again in the next round.
 */
export async function renewRegistrations(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'log'> & { readonly bpm: BpmClient },
): Promise<number> {
  const hash = contentHash(declarationFor(deps.settings.callbackOrigin))
  let renewed = 0
  for (const { tenantId } of await listOutdated(deps.db, hash, BATCH)) {
    const result = await ensureBizType(deps, tenantId)
    if (result === 'registered') renewed += 1
    else deps.log.warn({ tenantId, result }, 'the business type is not registered anew yet')
  }
  return renewed
}

/**
 * Registers the business type of documents in a tenant, unless that has been done with the same
 * content. Identical registrations are harmless, so nothing needs to be exact here.
 */
export async function ensureBizType(
  deps: Pick<Deps, 'db' | 'now' | 'settings'> & { readonly bpm: BpmClient },
  tenantId: string,
  options: { readonly force?: boolean } = {},
): Promise<BpmResult | 'registered'> {
  const declaration = declarationFor(deps.settings.callbackOrigin)
  const hash = contentHash(declaration)
  if (options.force !== true && (await isRegistered(deps.db, tenantId, hash))) return 'registered'
  const result = await deps.bpm.registerBizType(tenantId, declaration)
  if (result.kind !== 'done') return result
  await recordRegistration(deps.db, tenantId, hash, deps.now())
  return 'registered'
}
