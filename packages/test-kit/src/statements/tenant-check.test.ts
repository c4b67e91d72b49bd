import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { findWithoutTenant } from './tenant-check.ts'

const tenantTables = new Set(['tasks', 'instances', 'lanes'])

beforeAll(async () => loadModule())

function check(sql: string): readonly string[] {
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => findWithoutTenant(stmt, tenantTables))
}

describe('finds the table that is touched without the tenant in', () => {
  it.each([
    ['tasks', 'select * from tasks where id = $1'],
    ['tasks', 'select * from tasks'],
    ['tasks', 'select * from tasks where tenant_id = $1 or id = $2'],
    ['tasks', 'select * from tasks where not (tenant_id = $1)'],
    ['tasks', 'select * from tasks where tenant_id <> $1'],
    ['tasks', 'select 1 from tenants t left join tasks s on s.tenant_id = t.id where t.name = $1'],
    ['tasks', 'select 1 from (values ($1::uuid)) as person (id) left join tasks using (id)'],
    ['tasks', 'update tasks set a = 1 where id = $1'],
    ['tasks', 'delete from tasks where id = any($1)'],
    ['tasks', 'insert into tasks (id) values ($1)'],
    ['tasks', 'select 1 from instances i, tasks t where i.tenant_id = $1'],
    ['tasks', 'select 1 from instances i left join tasks t on t.id = $2 where i.tenant_id = $1'],
    ['tasks', 'select t.id from tasks t join lanes l on l.tenant_id = t.tenant_id', 'lanes'],
    ['tasks', 'select 1 from unnest($1::uuid[]) k(id) join tasks on tasks.id = k.id'],
    ['tasks', 'with k as (select $1::uuid as id) select 1 from tasks t join k on k.id = t.id'],
    ['lanes', 'with x as (select id from lanes) select * from x'],
    ['lanes', 'select (select count(*) from lanes) from tasks where tenant_id = $1'],
    ['lanes', 'select 1 from tasks where tenant_id = $1 union select 1 from lanes'],
    ['lanes', 'insert into tasks (tenant_id) select $1 from lanes'],
    [
      'tasks',
      'merge into tasks t using (values (1)) v(id) on t.id = v.id when matched then delete',
    ],
  ])('%s: %s', (table, sql, another?: string) => {
    expect(check(sql)).toEqual(another === undefined ? [table] : [another, table].toSorted())
  })
})

describe('lets pass', () => {
  it.each([
    'select 1',
    'select 1 from (values ($1::uuid)) as person (tenant_id) left join tasks using (tenant_id)',
    'select 1 from tenants t left join tasks s on s.tenant_id = t.id where t.id = $1',
    'select * from calendars where id = $1',
    'select * from tasks where tenant_id = $1 and id = $2',
    'select * from tasks t where $1::uuid = t.tenant_id',
    'select * from tasks where (tenant_id, id) = ($1, $2)',
    'select * from tasks where (tenant_id = $1 and a = 1) or (tenant_id = $1 and b = 2)',
    'update tasks set a = 1 where tenant_id = $1',
    'insert into tasks (tenant_id, id) values ($1, $2) on conflict do nothing',
    'select 1 from instances i join tasks t on t.instance_id = i.id where i.tenant_id = $1',
    'select 1 from instances i where i.tenant_id = $1 and exists (select 1 from tasks t where t.instance_id = i.id)',
    'select 1 from tasks where id in (select id from lanes where tenant_id = $1)',
    'select 1 from tasks where id = (select id from lanes where tenant_id = $1)',
    'with x as (update lanes set a = 1 where tenant_id = $1 returning id) delete from tasks using x where tasks.id = x.id',
    'with recursive x as (select id from tasks where tenant_id = $1 union select t.id from tasks t join x on t.parent = x.id) select * from x',
    'select 1 from instances i left join lateral (select 1 from tasks t where t.instance_id = i.id) n on true where i.tenant_id = $1',
    'select 1 from jsonb_to_recordset($1) as r(tenant_id uuid, id uuid) join tasks t on t.tenant_id = r.tenant_id and t.id = r.id',
    'with given as (select * from unnest($1::uuid[]) as g(tenant_id)) update tasks t set a = 1 from given g where t.tenant_id = g.tenant_id',
  ])('%s', (sql) => {
    expect(check(sql)).toEqual([])
  })
})
