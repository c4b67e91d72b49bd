import {
  findAnswer,
  once,
  type Answer,
  type IdempotencyKey,
} from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../callers.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import { findDefinition, type DefinitionRow } from '../definitions/queries.ts'
import { countEnded } from './history-queries.ts'
import { countUnderWay, findSimulation, insertSimulation } from './queries.ts'
import type { SimulateBody, SimulationView } from './schema.ts'
import { toSimulationView } from './views.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DEFAULT_DAYS = 90
const MAX_DAYS = 366
const DEFAULT_LIMIT = 500
/** Of a tenant, with the one that runs. At once a few more may come: it keeps from mistakes, not from malice. */
const MAX_UNDER_WAY = 20

/**
 * Has the approvals of a period gone through on a definition, by the worker. What is tried is the document as it is
 * now. The route has checked the permission.
 *
 * @throws `bpm.definition_invalid` (422) for a document that could not be published.
 */
export async function startSimulation(
  deps: Pick<Deps, 'db' | 'now' | 'directory' | 'offload'>,
  by: UserCaller,
  request: { definitionId: string; body: SimulateBody },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<SimulationView>> {
  const { db, now } = deps
  const { tenantId, userId } = by
  const { from, until, limit = DEFAULT_LIMIT } = request.body
  const earlier = idempotency && (await findAnswer<Schema, SimulationView>(db, idempotency))
  if (earlier !== undefined) return earlier
  const definition = await findDefinition(db, tenantId, request.definitionId)
  if (definition === undefined) throw problems.not_found()
  const period = toPeriod(from, until, now())
  await requireRunnable(deps, tenantId, definition)
  const total = await countEnded(db, tenantId, { ...period, key: definition.key, most: limit })
  const name = await nameOf(deps.directory, by)
  return inTransaction(db, async (tx) =>
    once(tx, idempotency, async () => {
      if ((await countUnderWay(tx, tenantId)) >= MAX_UNDER_WAY)
        throw problems.too_many_simulations()
      const id = uuidv7()
      const at = now()
      await insertSimulation(tx, {
        tenant_id: tenantId,
        id,
        definition_id: definition.id,
        definition_revision: definition.revision,
        bpmn_xml: definition.bpmnXml,
        reads_foreign: definition.imported !== null,
        ended_from: period.from,
        ended_until: period.until,
        total,
        created_by: userId,
        created_by_name: name,
        created_at: at,
      })
      const written = await findSimulation(tx, tenantId, id)
      if (written === undefined) throw new Error('the simulation just written is not there')
      return { status: 202, body: toSimulationView(written, undefined) }
    }),
  )
}

/** @throws `bpm.invalid_request` (400) for a period of none or too many days. */
function toPeriod(from: string | undefined, until: string | undefined, now: Date) {
  // What ends while it is gone through is of a later one.
  const end =
    until === undefined ? now : new Date(Math.min(new Date(until).getTime(), now.getTime()))
  const begin =
    from === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(from)
  const days = (end.getTime() - begin.getTime()) / DAY_MS
  if (days > 0 && days <= MAX_DAYS) return { from: begin, until: end }
  const detail = `the period has to be up to ${MAX_DAYS} days long, and in the past`
  throw problems.invalid_request({ errors: [{ pointer: '/from', code: 'period', detail }] })
}

/** As the worker compiles it: what does not compile would never come to an end. */
async function requireRunnable(
  { offload }: Pick<Deps, 'offload'>,
  tenantId: string,
  { bpmnXml, imported }: DefinitionRow,
): Promise<void> {
  const document = { bpmnXml, readsForeign: imported !== null }
  const length = bpmnXml.length
  const { process, problems: found } = await offload.run('read', document, { tenantId, length })
  if (process === undefined || found.length > 0) {
    throw problems.definition_invalid({ members: { problems: found } })
  }
}
