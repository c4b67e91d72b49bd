// What an action reads, as it would be written by hand for one action at a time. The service reads the
// same for many at once, which costs more where there is only one.
import type { Literals } from './literals.ts'
import type { Row, Script } from './statements.ts'

/** The rows that an action writes, by the part of the statement that writes them. */
type Parts = ReadonlyMap<string, readonly Row[]>

export function readByHand(parts: Parts, literal: Literals): Script {
  const [instance = {}] = parts.get('moved') ?? []
  const [claimed] = parts.get('claimed') ?? []
  const [action = {}] = parts.get('action_logged') ?? []
  const tasks = parts.get('tasks_written') ?? []
  const asked = tasks.filter(({ id }) => id !== action['task_id'])
  const reads =
    claimed === undefined
      ? beforeDecision(instance, tasks.find((task) => !asked.includes(task)) ?? {}, literal)
      : [beforeStart(instance, claimed, literal)]
  const people = asked.map(({ assignee_id: id }) => literal(id, 'uuid'))
  const standIns = `select user_id, items from delegations
    where tenant_id = ${literal(instance['tenant_id'], 'uuid')}
      and user_id = any (array[${people.join(', ')}])`
  return [...reads, ...(people.length === 0 ? [] : [standIns])].map(
    (query) => `${query.trim().replaceAll(/\s+/g, ' ')};`,
  )
}

function beforeStart(instance: Row, claimed: Row, literal: Literals): string {
  const tenant = literal(instance['tenant_id'], 'uuid')
  return `
    select version.*, biz_type.owner_client_id, taken.idempotency_key, (
      select json_agg(published) from (
        select id, key, version, name from definitions
        where definitions.tenant_id = version.tenant_id
          and definitions.biz_type = version.code and definitions.status = 'PUBLISHED'
        order by id limit 200
      ) as published
    ) as published
    from biz_type_versions as version
    join biz_types as biz_type
      on biz_type.tenant_id = version.tenant_id and biz_type.code = version.code
    left join start_keys as taken on taken.tenant_id = ${tenant}
      and taken.initiator_id = ${literal(claimed['initiator_id'], 'uuid')}
      and taken.idempotency_key = ${literal(claimed['idempotency_key'], 'text')}
    where version.tenant_id = ${tenant} and version.code = ${literal(instance['biz_type'], 'text')}
    order by version.ordinal desc limit 1`
}

function beforeDecision(instance: Row, task: Row, literal: Literals): string[] {
  const tenant = literal(instance['tenant_id'], 'uuid')
  const id = literal(instance['id'], 'uuid')
  return [
    `select * from tasks
    where tenant_id = ${tenant} and task_no = ${literal(task['task_no'], 'text')}`,
    `select instance.*, definition.key, definition.version, definition.name,
      biz_type.owner_client_id, version.detail_path, version.variables, version.callback_events,
      lane.last_sequence
    from process_instances as instance
    join definitions as definition
      on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id
    join biz_types as biz_type
      on biz_type.tenant_id = instance.tenant_id and biz_type.code = instance.biz_type
    join biz_type_versions as version on version.tenant_id = instance.tenant_id
      and version.code = instance.biz_type and version.version = instance.biz_type_version
    left join delivery_lanes as lane
      on lane.tenant_id = instance.tenant_id and lane.instance_id = instance.id
    where instance.tenant_id = ${tenant} and instance.id = ${id}
    for update of instance`,
    `select * from tasks
    where tenant_id = ${tenant} and instance_id = ${id}
      and activation = ${literal(task['activation'])}
    order by key`,
  ]
}
