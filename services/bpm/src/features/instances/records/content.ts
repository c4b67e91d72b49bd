import { createHash } from 'node:crypto'
import type {
  RecordApproval,
  RecordContent,
  RecordDelivery,
  RecordValue,
} from '@countersign/record'
import { nodeOf } from '../../../core/definition/task-form.ts'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { InstanceRow, TaskRow } from '../../../runtime/load/instances.ts'
import { toInstanceView } from '../../../runtime/views/instance-view.ts'
import type { Readable } from '../access.ts'
import type { RoundView } from '../schema.ts'
import type { findRecordSources, SentEvent } from './queries.ts'
import { toCopy, toSeat } from './seats.ts'

/** What a record is made of, all as it was at one moment. */
export interface RecordSources {
  readonly issuer: string
  readonly kid: string
  readonly readable: Readable
  readonly process: CompiledProcess
  readonly seesAll: boolean
  /** Where callbacks go is the owner's business, and that of whoever reads all. */
  readonly seesOrigin: boolean
  readonly sources: Awaited<ReturnType<typeof findRecordSources>>
  readonly tasks: readonly TaskRow[]
  readonly actions: RecordContent['actions']
  readonly rounds: readonly RoundView[]
  readonly called: readonly InstanceRow[]
  readonly events: readonly SentEvent[]
}

/**
 * What a record says to one reader. Values that they may not see are left out, also as hashes: that of an
 * amount is found by trying amounts.
 */
export function toRecordContent(from: RecordSources): RecordContent {
  const { readable, sources } = from
  const { instance } = readable
  const seats = from.tasks.filter(({ kind }) => kind === 'decision')
  const copies = from.tasks.filter(({ kind }) => kind === 'copy')
  return {
    record: {
      issuer: from.issuer,
      kid: from.kid,
      tenantId: instance.tenantId,
      instanceId: instance.id,
      asOf: lastMoment(from),
      sequence: from.actions.at(-1)?.sequence ?? 0,
      view: from.seesAll ? 'all' : 'participant',
    },
    approval: toApproval(from),
    definition: {
      id: instance.definitionId,
      key: instance.definitionKey,
      version: instance.definitionVersion,
      name: instance.definitionName,
      sha256: createHash('sha256').update(sources.bpmnXml).digest('base64url'),
    },
    values: toValues(readable),
    seats: seats.map(toSeat),
    copies: copies.map(toCopy),
    actions: from.actions,
    rounds: from.rounds,
    deliveries: {
      origin: from.seesOrigin ? sources.callbackOrigin : null,
      events: from.events.map(toDelivery),
    },
  }
}

/** The last moment that anything in it tells of. */
function lastMoment({ readable, tasks, actions, events }: RecordSources): string {
  const { updatedAt, endedAt } = readable.instance
  const times = [
    updatedAt,
    endedAt,
    ...actions.map(({ at }) => new Date(at)),
    ...tasks.flatMap((task) => [task.created_at, task.ended_at, task.read_at]),
    ...events.flatMap(({ createdAt, deliveredAt }) => [createdAt, deliveredAt]),
  ]
  const last = times.reduce<number>((latest, at) => Math.max(latest, at?.getTime() ?? 0), 0)
  return new Date(last).toISOString()
}

function toApproval({ readable, process, called }: RecordSources): RecordApproval {
  const view = toInstanceView(readable.instance, readable.variables)
  return {
    bizType: view.bizType,
    bizTypeVersion: view.bizTypeVersion,
    bizId: view.bizId,
    title: view.title,
    initiator: view.initiator,
    status: view.status,
    result: view.result,
    round: view.round,
    startedAt: view.createdAt,
    endedAt: view.endedAt,
    parentId: view.parent?.instanceId ?? null,
    called: called.map(({ id, parentNode, title, status }) => ({
      id,
      node: nodeOf(process, parentNode ?? ''),
      title,
      status,
    })),
  }
}

const toValues = ({ instance, variables }: Readable): RecordValue[] =>
  Object.entries(variables)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const declared = instance.declaredVariables.find((one) => one.name === name)
      return { name, label: declared?.label ?? null, type: declared?.type ?? 'string', value }
    })

const toDelivery = ({
  sequence,
  eventId,
  type,
  createdAt,
  deliveredAt,
}: SentEvent): RecordDelivery => ({
  sequence,
  eventId,
  type,
  createdAt: createdAt.toISOString(),
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
