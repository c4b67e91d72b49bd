import { tenantCaller } from '@countersign/service-kit/caller'
import { AuditOutcome, AuditQuery, isPlace } from '@countersign/service-kit/audit-search'
import { isNumberKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { outcomeOf } from '../../core/audit-outcome.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { readDocumentAudit, readTenantAudit, type TitledRecord } from './read.ts'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'

const AuditView = closed({
  sequence: Type.Integer(),
  occurredAt: Timestamp,
  actor: closed({ kind: Type.String(), id: Nullable(Type.String()) }),
  action: Type.String(),
  outcome: AuditOutcome,
  documentId: Nullable(Uuid),
  documentTitle: Nullable(
    Type.String({ description: 'What it is called now, where the caller may see the document.' }),
  ),
  versionId: Nullable(Uuid),
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Without what names the document, where the caller may not see it.',
  }),
  hash: Type.String(),
})

const ReportView = closed({
  valid: Type.Boolean(),
  checked: Type.Integer({ description: 'Events that were looked at.' }),
  head: Nullable(closed({ sequence: Type.Integer(), hash: Type.String() })),
  faults: Type.Array(
    closed({
      sequence: Type.Integer(),
      until: Type.Optional(Type.Integer({ description: 'The last of several.' })),
      reason: Type.Enum([
        'gap',
        'changed',
        'broken_link',
        'head_missing',
        'head_differs',
        'beyond_head',
      ]),
    }),
    { description: 'The first hundred.' },
  ),
})

const isEventPlace = isPlace(isNumberKey)

const config = { caller: 'user', permission: 'dms:audit:read' } as const

export async function addAuditRoutes(app: App, deps: Deps): Promise<void> {
  addListAudit(app, deps)
  addListDocumentAudit(app, deps)
  addVerifyAudit(app, deps)
}

function addListAudit(app: App, deps: Deps): void {
  app.get(
    '/api/dms/audit',
    {
      config,
      schema: {
        operationId: 'listAudit',
        summary: 'Every access and change in the tenant, newest first',
        querystring: closed({ ...AuditQuery, outcome: Type.Optional(AuditOutcome) }),
        response: { 200: pageOf(AuditView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor, ...asked } = request.query
      const filter = { ...asked, before: readCursor(cursor, isEventPlace) }
      const records = await readTenantAudit(deps, tenantCaller(request), filter, limit + 1)
      const page = toPage(records, limit, ({ occurredAt, sequence }) => [occurredAt, sequence])
      return { ...page, items: page.items.map(viewRecord) }
    },
  )
}

function addListDocumentAudit(app: App, deps: Deps): void {
  app.get(
    '/api/dms/documents/:documentId/audit',
    {
      config,
      schema: {
        operationId: 'listDocumentAudit',
        summary: 'Every access to and change of a document, newest first',
        params: DocumentParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(AuditView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const { documentId } = request.params
      const page = { limit: limit + 1, before: readCursor(cursor, isNumberKey) }
      const records = await readDocumentAudit(deps, tenantCaller(request), documentId, page)
      const { items, nextCursor } = toPage(records, limit, ({ sequence }) => sequence)
      return { items: items.map(viewRecord), nextCursor }
    },
  )
}

function addVerifyAudit(app: App, deps: Deps): void {
  app.get(
    '/api/dms/audit/verify',
    {
      config,
      schema: {
        operationId: 'verifyAudit',
        summary: 'Check the hash chain of the tenant from its first event to its head',
        response: { 200: ReportView },
      },
    },
    async (request) => {
      const { faults, ...report } = await verifyAudit(deps, tenantCaller(request).tenantId)
      return { ...report, faults: [...faults] }
    },
  )
}

const viewRecord = (record: TitledRecord) => ({
  sequence: record.sequence,
  occurredAt: record.occurredAt,
  actor: { kind: record.actorKind, id: record.actorId },
  action: record.action,
  outcome: outcomeOf(record.action),
  documentId: record.documentId,
  documentTitle: record.title ?? null,
  versionId: record.versionId,
  detail: { ...record.detail },
  hash: record.hash.toString('hex'),
})
