import { pseudonymOf } from '@countersign/contracts'
import { printPerson } from '@countersign/service-kit/people-export-command'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { personalData } from '../../db/personal-data.ts'
import { tenantData } from '../../db/tenant-data.ts'
import { act, start } from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
const db = () => service().deps.db
let tenant: TestTenant
let person: string
let name: string

beforeEach(async () => {
  tenant = await createTenant(service())
  person = tenant.person('manager').id
  name = `Quillon ${person.slice(-12)} Fenwick`
  Object.assign(tenant.person('manager'), { displayName: name })
  const nodes = ['manager', 'finance1'].map((user) => ({
    id: `n-${user}`,
    xml: userTask(`n-${user}`, { candidates: toUser(user) }),
  }))
  await publish(service(), tenant.id, inARow('row', nodes))
})

interface Line {
  readonly table?: string
  readonly row?: Record<string, unknown>
  readonly cursor?: string
  readonly counts?: Record<string, number>
}
const exportOf = async (userId: string, tenantId = tenant.id, after?: string) => {
  const lines: Line[] = []
  await printPerson(
    db(),
    personalData,
    { tenantId, userId, after, by: 'ops' },
    {
      tenantData,
      print: (line) => lines.push(JSON.parse(line) as Line),
      record: async () => undefined,
    },
  )
  return lines
}

describe('the export of a person', () => {
  it('has what names them, no keys and no names of others, and goes on behind a cursor', async () => {
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve', { comment: 'Fine' })
    const lines = await exportOf(person)
    const tables = new Set(lines.map(({ table }) => table))
    expect([...tables]).toEqual(
      expect.arrayContaining(['tasks', 'instance_actions', 'inbox_entries']),
    )
    const text = JSON.stringify(lines)
    expect(text).toContain(name)
    expect(text).toContain('Fine')
    expect(text).not.toMatch(/EMPLOYEE|FINANCE|_salt|request_hash/)
    const { counts = {} } = lines.at(-1) ?? {}
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(lines.length - 1)
    const rest = await exportOf(person, tenant.id, lines[2]?.cursor)
    expect(rest.slice(0, -1)).toEqual(lines.slice(3, -1))
  })

  it('has of what names them in a document alone where it does, and nothing else of it', async () => {
    await start(tenant, { title: 'Of the employee' })
    const { rows: changed } = await sql<{ instanceId: string }>`
      update tasks set assignee_id = ${uuidv7()}, assignee_name = 'DEPUTY', comment = 'Theirs',
        on_behalf = jsonb_build_object('x', jsonb_build_object('id', ${person}::text, 'name', ${name}::text),
          'y', jsonb_build_object('id', ${uuidv7()}::text, 'name', 'OTHER'))
      where tenant_id = ${tenant.id} and assignee_id = ${person}
      returning instance_id as "instanceId"`.execute(db())
    const lines = await exportOf(person)
    const rowOf = (table: string) => lines.find((line) => line.table === table)?.row
    const seat = { id: person, name }
    expect(rowOf('tasks')).toMatchObject({
      instance_id: changed[0]?.instanceId,
      on_behalf: { x: seat },
    })
    expect(JSON.stringify(rowOf('delivery_events')?.['body'])).toContain(name)
    expect(JSON.stringify(lines)).not.toMatch(/DEPUTY|OTHER|Theirs|EMPLOYEE|Of the employee/)
  })

  it('has no names of those whom a version of before showed something to', async () => {
    const reader = tenant.person('finance1').id
    const cc = [
      { id: person, name },
      { id: reader, name: 'FINANCE1' },
    ]
    await start(tenant)
    await sql`
      insert into instance_actions (tenant_id, instance_id, sequence, at, round, action, actor_kind,
        actor_id, actor_name, details)
      select tenant_id, instance_id, 900, at, round, action, actor_kind, actor_id, actor_name,
        ${JSON.stringify({ cc, to: 'a node' })}::jsonb
      from instance_actions where tenant_id = ${tenant.id} and sequence = 1`.execute(db())
    const lines = await exportOf(tenant.person('employee').id)
    const row = lines.find((line) => line.row?.['sequence'] === 900)?.row
    expect(row?.['details']).toEqual({ cc: [{ id: person }, { id: reader }], to: 'a node' })
  })

  it('has nothing of another tenant', async () => {
    await start(tenant)
    const other = await createTenant(service())
    await sql`insert into person_erasures (id, user_id, pseudonym)
      values (${uuidv7()}, ${person}, ${pseudonymOf(person)})`.execute(db())
    expect(await exportOf(person, other.id)).toEqual([{ end: true, counts: {} }])
  })
})
