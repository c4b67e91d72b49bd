import { makeStart } from '../features/instances/starting/start.ts'
import type { ScheduleView } from '../features/start-schedules/schema.ts'
import { startAllDue } from '../features/start-schedules/worker.ts'
import { process, toUser, userTask } from './processes.ts'
import type { Reply, TestService, TestTenant } from './service.testing.ts'

export const schedulesPath = '/api/bpm/v1/start-schedules'
const definitions = '/api/bpm/v1/definitions'

interface Timed {
  readonly key?: string
  /** The element in the definition of the event. */
  readonly time: string
  /** Attributes of `approval:start`. */
  readonly start?: string
  readonly values?: string
  readonly timing?: string
  /** The element `m` that follows. */
  readonly step?: string
}

/** A process that begins by a time or by hand, and asks the manager. */
export function timedProcess(timed: Timed): string {
  const { key = 'rent', time, timing = '' } = timed
  const { start = 'initiator="employee"', values = amountOf('1200') } = timed
  const event = `<startEvent id="timed"><extensionElements><approval:start ${start}>${values}</approval:start>${timing}</extensionElements><timerEventDefinition>${time}</timerEventDefinition></startEvent>`
  const { step = userTask('m', { candidates: toUser('manager') }) } = timed
  const elements = `<startEvent id="start"/>${event}${step}<endEvent id="end"/>`
  return process(key, elements, ['start m', 'timed m', 'm end'])
}

/** A process that begins by the signal `news` of the tenant, or by hand, and asks the manager. */
export function signalledProcess({
  key = 'audit',
  start = 'initiator="employee"',
  values = amountOf('1200'),
  step = userTask('m', { candidates: toUser('manager') }),
}: Omit<Timed, 'time' | 'timing'> = {}): string {
  const event = `<startEvent id="heard"><extensionElements><approval:start ${start}>${values}</approval:start></extensionElements><signalEventDefinition signalRef="N"/></startEvent>`
  const elements = `<startEvent id="start"/>${event}${step}<endEvent id="end"/>`
  return withNews(process(key, elements, ['start m', 'heard m', 'm end']))
}

export const withNews = (xml: string): string =>
  xml.replace('<process', '<signal id="N" name="news" approval:scope="tenant"/><process')

export const amountOf = (value: string) => `<approval:value name="amount" value="${value}"/>`
export const cycle = (text: string) => `<timeCycle>${text}</timeCycle>`

const designer = (tenant: TestTenant) =>
  tenant.as('employee', ['bpm:definition:write', 'bpm:definition:publish'])

/** Saves a draft as a designer does; answers its id. */
export async function draftAs(tenant: TestTenant, bpmnXml: string): Promise<string> {
  const key = /<process id="([^"]+)"/.exec(bpmnXml)?.[1] ?? ''
  const draft = { key, bizType: 'expense', name: 'Rent', bpmnXml }
  const saved = await designer(tenant).post<{ id: string }>(definitions, draft)
  if (saved.status !== 201) throw new Error(JSON.stringify(saved.body))
  return saved.body.id
}

/** Saves and publishes as a designer does. */
export async function publishAs(
  tenant: TestTenant,
  bpmnXml: string,
): Promise<Reply<{ id: string; problems?: { element: string; code: string }[] }>> {
  const id = await draftAs(tenant, bpmnXml)
  return designer(tenant).post(`${definitions}/${id}/publish`, {})
}

export const retireAs = (tenant: TestTenant, id: string) =>
  designer(tenant).post(`${definitions}/${id}/retire`, {})

/** Makes the starts that are due by then, until there are no more. */
export async function startUntil({ deps }: TestService, hours: number): Promise<void> {
  const now = () => new Date(Date.now() + hours * 3_600_000)
  while ((await startAllDue({ ...deps, makeStart, now })) > 0);
}

/** Makes some of the starts that are due now; answers how many there were. */
export const startDueNow = ({ deps }: TestService) => startAllDue({ ...deps, makeStart })

const admin = (tenant: TestTenant) => tenant.as('admin', ['bpm:instance:admin'])

export async function schedulesOf(tenant: TestTenant, query = ''): Promise<ScheduleView[]> {
  const { body } = await admin(tenant).get<{ items: ScheduleView[] }>(`${schedulesPath}${query}`)
  return body.items
}

export const retry = (tenant: TestTenant, id: string) =>
  admin(tenant).post<ScheduleView & { code: string }>(`${schedulesPath}/${id}/retry`)

export const startedIn = ({ deps }: TestService, tenant: TestTenant) =>
  deps.db
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenant.id)
    .select(['id', 'biz_id as bizId', 'title', 'variables', 'initiator_id as initiatorId'])
    .orderBy('created_at')
    .orderBy('biz_id')
    .execute()
