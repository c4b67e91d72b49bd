import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { LANGUAGES } from '@countersign/service-kit/language'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed, Revision } from '@countersign/service-kit/schema'
import { type TSchema, Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { changePolicy } from './change.ts'
import {
  findPolicy,
  type Policy,
  recordFiling,
  type Said,
  scanning,
  taskReading,
} from './queries.ts'

const keepSeconds = Type.Integer({
  minimum: 0,
  maximum: 315_360_000,
  description: 'How long those who have decided may read on, from the end of their task. 0: not.',
})

const languages = Type.Array(Type.Enum([...LANGUAGES], { description: 'Of the print.' }), {
  uniqueItems: true,
  description: 'In which the record is printed and filed when an approval ends; none: on request.',
})

const policy = Type.Enum(['REQUIRE_CLEAN', 'BLOCK_INFECTED', 'DEPLOYMENT'])

const hasScanner = Type.Boolean({ description: 'Whether the deployment has a scanner at all.' })

/** What tenants say once for all of their documents. */
export async function addTenantPolicyRoutes(app: App, deps: Deps): Promise<void> {
  addPolicy(app, deps, taskReading, {
    path: '/api/dms/task-reading-policy',
    name: 'TaskReadingPolicy',
    member: { keepSeconds },
    reading: 'How long people may read what they have decided about',
    changing: 'Say how long people may read what they have decided about',
    action: 'task_reading_policy.changed',
  })
  addPolicy(app, deps, recordFiling, {
    path: '/api/dms/record-filing-policy',
    name: 'RecordFilingPolicy',
    member: { languages },
    reading: 'Which records are filed with their versions when an approval ends',
    changing: 'Say which records are filed with their versions when an approval ends',
    action: 'record_filing_policy.changed',
  })
  addPolicy(app, deps, scanning, {
    path: '/api/dms/scan-policy',
    name: 'ScanPolicy',
    member: { policy },
    beside: { schema: { hasScanner }, shown: { hasScanner: deps.scanner !== undefined } },
    reading: 'What the tenant does with files that no scanner has found clean',
    changing: 'Say what the tenant does with files that no scanner has found clean',
    action: 'scan_policy.changed',
  })
}

interface PolicyRoutes {
  readonly path: string
  /** As in the operations' ids. */
  readonly name: string
  /** What the value is called, and its schema. */
  readonly member: Readonly<Record<string, TSchema>>
  /** What the deployment has to say about it, which nobody changes here. */
  readonly beside?: {
    readonly schema: Readonly<Record<string, TSchema>>
    readonly shown: Readonly<Record<string, unknown>>
  }
  readonly reading: string
  readonly changing: string
  /** As the audit calls a change. */
  readonly action: string
}

function addPolicy<Value>(
  app: App,
  deps: Deps,
  policy: Policy<Value>,
  { path, name, member, beside, reading, changing, action }: PolicyRoutes,
): void {
  const [called = ''] = Object.keys(member)
  const config = { caller: 'user', permission: 'dms:document:admin' } as const
  // 0: nobody has said anything yet.
  const revision = Type.Union([Revision, Type.Literal(0)])
  const response = { 200: closed({ ...member, ...beside?.schema, revision }) }
  const body = closed({ ...member, revision: Type.Optional(Type.Integer({ minimum: 0 })) })
  const toView = ({ value, revision }: Said<Value>) => ({
    [called]: value,
    ...beside?.shown,
    revision,
  })

  app.get(
    path,
    { config, schema: { operationId: `get${name}`, summary: reading, response } },
    async (request, reply) => {
      const said = await findPolicy(deps.db, policy, tenantCaller(request).tenantId)
      tagRevision(reply, said)
      return toView(said)
    },
  )

  app.put(
    path,
    { config, schema: { operationId: `change${name}`, summary: changing, body, response } },
    async (request, reply) => {
      // Its schema has looked at it.
      const sent = request.body as { readonly [called: string]: Value } & { revision?: number }
      const value = sent[called] as Value
      const revision = readRevision(request, sent.revision)
      const said = await changePolicy(deps, tenantCaller(request), policy, {
        value,
        revision,
        action,
      })
      tagRevision(reply, said)
      return toView(said)
    },
  )
}
