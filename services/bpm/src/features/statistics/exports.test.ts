import { beforeEach, expect, it } from 'vitest'
import { act, start, taskOf } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

async function read(path: string, username = 'employee', permissions: string[] = []) {
  const { issuer, app } = service()
  const token = issuer.userToken({
    sub: tenant.person(username).id,
    tenantId: tenant.id,
    permissions,
  })
  const reply = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  const [head = '', ...lines] = reply.body.trimEnd().split('\r\n')
  return { status: reply.statusCode, headers: reply.headers, head, lines }
}

it('gives the list of approvals as a file that no spreadsheet calculates', async () => {
  const title = '=cmd|" /C calc"!A0, "quoted"'
  const instance = await start(tenant, { title })
  await start(tenant, { title: 'Second' })

  const { status, headers, head, lines } = await read('/api/bpm/v1/process-instances.csv')

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(headers['content-disposition']).toBe('attachment; filename="approvals.csv"')
  expect(head.startsWith('\uFEFFid,bizType,bizId,title,status')).toBe(true)
  expect(lines).toHaveLength(2)
  const { id, bizId } = instance
  expect(lines[1]).toContain(
    `${id},expense,${bizId},"'=cmd|"" /C calc""!A0, ""quoted""",RUNNING,1,`,
  )
})

it('gives all approvals to those alone who may read all, and lists of any length', async () => {
  for (let page = 0; page < 51; page++) {
    await Promise.all(Array.from({ length: 10 }, () => start(tenant)))
  }
  const path = '/api/bpm/v1/process-instances.csv?box=all'
  expect((await read(path, 'manager')).status).toBe(403)
  const { lines } = await read(path, 'manager', ['bpm:instance:read'])
  expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(510)
  expect((await read('/api/bpm/v1/process-instances.csv', 'manager')).lines).toEqual([])
  expect((await read('/api/bpm/v1/process-instances.csv?status=NO')).status).toBe(400)
})

it('gives the boxes of the caller', async () => {
  const instance = await start(tenant)
  const taskNo = await taskOf(tenant, 'manager', instance)
  const todo = await read('/api/bpm/v1/tasks.csv', 'manager')
  expect(todo.lines.map((line) => line.split(',')[0])).toEqual([taskNo])
  await act(tenant, 'manager', instance, 'approve', { comment: '-1+1' })
  expect((await read('/api/bpm/v1/tasks.csv', 'manager')).lines).toEqual([])
  const [done] = (await read('/api/bpm/v1/tasks.csv?box=done', 'manager')).lines
  expect(done).toMatch(/,APPROVED,.*,MANAGER,'-1\+1,,,,$/)
  expect((await read('/api/bpm/v1/tasks.csv?box=done', 'finance1')).lines).toEqual([])
})

it('gives statistics of nodes and people to those who may read them, names to fewer', async () => {
  await act(tenant, 'manager', await start(tenant), 'return', { returnTo: 'initiator' })
  await act(tenant, 'manager', await start(tenant), 'approve')
  const may = ['bpm:statistics:read']
  const nodes = await read('/api/bpm/v1/statistics/nodes.csv', 'employee', may)
  expect(nodes.head).toBe(
    '\uFEFFdefinitionKey,nodeId,nodeName,decided,returned,returnRate,medianSeconds,p90Seconds,backlog,overdue',
  )
  expect(nodes.lines[0]).toMatch(/^expense-approval,manager,manager task,2,1,0\.5,/)
  const mayName = ['bpm:workload:read']
  expect((await read('/api/bpm/v1/statistics/people.csv', 'employee', may)).status).toBe(403)
  const people = await read('/api/bpm/v1/statistics/people.csv', 'employee', mayName)
  expect(people.lines[0]).toMatch(new RegExp(`^${tenant.person('manager').id},MANAGER,2,1,0.5,`))
  for (const name of ['nodes', 'people']) {
    expect((await read(`/api/bpm/v1/statistics/${name}.csv`)).status).toBe(403)
    const backwards = '?from=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z'
    expect(
      (
        await read(`/api/bpm/v1/statistics/${name}.csv${backwards}`, 'employee', [
          ...may,
          ...mayName,
        ])
      ).status,
    ).toBe(400)
  }
})

it('gives the series, and those of each step, as files with a row for each week', async () => {
  await act(tenant, 'manager', await start(tenant), 'return', { returnTo: 'initiator' })
  const may = ['bpm:statistics:read']
  const series = await read('/api/bpm/v1/statistics/series.csv', 'employee', may)
  expect(series.head).toBe(
    '\uFEFFday,from,until,started,resubmitted,reworked,decided,returned,breached,waiting,medianSeconds,p90Seconds',
  )
  expect(series.lines.length).toBeGreaterThanOrEqual(5)
  expect(series.lines[0]).toMatch(/^\d{4}-\d{2}-\d{2},.*,0,0,0,0,0,0,0,,$/)
  expect(series.lines.at(-1)).toMatch(/,1,0,0,1,1,0,0,[\d.]+,[\d.]+$/)
  const steps = await read('/api/bpm/v1/statistics/steps.csv', 'employee', may)
  expect(steps.head).toBe(
    '\uFEFFdefinitionKey,nodeId,nodeName,day,from,until,decided,returned,breached,waiting,medianSeconds,p90Seconds',
  )
  expect(steps.lines).toHaveLength(series.lines.length)
  expect(steps.lines.at(-1)).toMatch(/^expense-approval,manager,manager task,.*,1,1,0,0,/)
  for (const name of ['series', 'steps']) {
    expect((await read(`/api/bpm/v1/statistics/${name}.csv`)).status).toBe(403)
  }
})
