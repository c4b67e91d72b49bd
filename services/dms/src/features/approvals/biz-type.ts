import { TASK_EVENT_TYPES } from '@countersign/contracts'
import { contentHash } from '@countersign/service-kit/content-hash'
import type { BpmClient, BpmResult } from '../../clients/bpm.ts'
import { bizType } from '../../core/biz-type.ts'
import type { Deps } from '../../deps.ts'
import { isRegistered, listOutdated, recordRegistration } from './queries.ts'

export const callbackPath = '/internal/v1/dms/bpm-events'

const called = (label: string, chinese: string) => ({
  label,
  labels: { en: label, 'zh-CN': chinese },
})

/** Variables that describe the bound version; this service alone sets them. */
export const ownVariables = [
  { name: 'documentId', type: 'string', required: true, ...called('Document', '文档') },
  { name: 'versionId', type: 'string', required: true, ...called('Version', '版本') },
  { name: 'versionNo', type: 'number', required: true, ...called('Version number', '版本号') },
  { name: 'fileName', type: 'string', required: true, ...called('File', '文件') },
  { name: 'contentType', type: 'string', ...called('File type', '文件类型') },
  { name: 'sizeBytes', type: 'number', ...called('Size in bytes', '大小（字节）') },
  { name: 'sha256', type: 'string', ...called('SHA-256', 'SHA-256') },
] as const

/** Variables that the initiator may give, for processes that branch on them. */
const freeVariables = [
  { name: 'amount', type: 'number', ...called('Amount', '金额') },
  { name: 'category', type: 'string', ...called('Category', '类别') },
  { name: 'note', type: 'string', ...called('Note', '备注') },
  { name: 'urgent', type: 'boolean', ...called('Urgent', '加急') },
  { name: 'dueDate', type: 'date', ...called('Due', '截止') },
  { name: 'reviewers', type: 'users', ...called('Reviewers', '审阅人') },
] as const

const declarationFor = (callbackOrigin: string) => ({
  code: bizType,
  version: '1',
  name: 'Document approval',
  names: { en: 'Document approval', 'zh-CN': '文档审批' },
  variables: [...ownVariables, ...freeVariables],
  keyFields: [
    { variable: 'versionNo', label: { en: 'Version', 'zh-CN': '版本' }, format: 'quantity' },
    { variable: 'dueDate', label: { en: 'Due', 'zh-CN': '截止' }, format: 'date' },
  ],
  // bizId is the version under approval: a document has many, each decided for itself.
  detailPath: '/documents/versions/{bizId}',
  callback: {
    origin: callbackOrigin,
    path: callbackPath,
    events: [...TASK_EVENT_TYPES],
    // What a decision brings about is heard of at once, by one token and signature.
    maxEventsPerRequest: 20,
  },
  initiatePermission: 'dms:document:write',
  // Nobody else says which version of which document is decided on.
  start: 'permit',
})

const BATCH = 20

/** Of so many in a row that have no answer, none will have one. */
const AWAY = 3

/**
 * Brings the registrations of tenants up to date that were made by an earlier release: until then their
 * starts follow its rules. Each is tried once: those that are refused hold up nobody, and are tried again in
 * the next round. Answers how many were renewed.
 */
export async function renewRegistrations(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'log'> & { readonly bpm: BpmClient },
): Promise<number> {
  const hash = contentHash(declarationFor(deps.settings.callbackOrigin))
  let renewed = 0
  let unanswered = 0
  let last: string | undefined
  do {
    const page = await listOutdated(deps.db, hash, last, BATCH)
    for (const { tenantId } of page) {
      const result = await ensureBizType(deps, tenantId)
      if (result === 'registered') renewed += 1
      else deps.log.warn({ tenantId, result }, 'the business type is not registered anew yet')
      const isUnanswered = result !== 'registered' && result.kind === 'unknown'
      unanswered = isUnanswered ? unanswered + 1 : 0
      // bpm is away for all of them: each would wait for its deadline. One alone may be suspended, and gets no token.
      if (unanswered === AWAY) return renewed
    }
    last = page.at(-1)?.tenantId
  } while (last !== undefined)
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
