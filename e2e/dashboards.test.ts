// @module-tag prometheus
import { randomUUID } from 'node:crypto'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { allowCallbacks, declareType } from './support/callbacks.ts'
import { uploadText } from './support/documents.ts'
import { userNamed } from './support/platform.ts'
import {
  dashboardQueries,
  scalingQueries,
  startPrometheus,
  type Prometheus,
  type Query,
} from './support/prometheus.ts'
import { signIn, tokenOf } from './support/sign-in.ts'

/** What shows nothing while all is well, by the end of its name. What it would show is why. */
const rightlyEmpty = {
  'bpm.json: Incidents that are open A': 'an approval that is stuck',
  'deliveries.json: Given up A': 'a delivery that was tried for days',
  'dms.json: Uploads that failed A': 'an answer of 5xx',
  'overview.json: Answers of 5xx A': 'an answer of 5xx',
  'overview.json: Alerts A': 'an alert that fires',
  'bpm.json: People whose mail is due A': 'a mail server',
  'iam.json: Mail that waits A': 'a mail server',
  'iam.json: Mail that waits B': 'a mail server',
  CountersignMailLate: 'a mail server',
  'bpm.json: Messages to devices, by what came of them A': 'a browser that is told',
  CountersignDevicesUnsendable: 'a key that was taken away',
  CountersignServiceGone: 'a service of which no process is there',
  CountersignIncidentsOpen: 'an approval that is stuck',
} as const

/** A service without a mail server tells nothing of mail. */
const untoldWithoutMail = [
  'bpm_mail_late_seconds',
  'bpm_mail_people',
  'iam_mails',
  'iam_mails_late_seconds',
]

let prometheus: Prometheus
let application: FakeBusinessApp
const bizType = `seen-${randomUUID().slice(0, 8)}`

beforeAll(async () => {
  application = await startFakeBusinessApp()
  await allowCallbacks(application.origin)
  await declareType(bizType, application.origin, '/events')
  prometheus = await startPrometheus()
})
afterAll(() => Promise.all([prometheus.stop(), application.close()]))

/** What people and applications do all day: each query of a dashboard is about some of it. */
async function work(): Promise<void> {
  const { username, password } = userNamed('employee')
  await signIn({ username, password: 'wrong by a letter' }).catch(() => undefined)
  const { accessToken: token } = await signIn({ username, password })
  await call('GET', '/api/iam/v1/me/invitations', { token })
  await decide()
  const { documentId, versionId } = await uploadText(token, 'we pay 10')
  await share(token, documentId, versionId)
  // Its events go to dms.
  const bound = await call('POST', `/api/dms/documents/${documentId}/approval`, {
    token,
    json: { versionId, title: 'Contract', requestKey: randomUUID() },
  })
  expect(bound.status).toBe(201)
}

async function decide(): Promise<void> {
  const known = application.deliveries.length
  // An attempt that fails is every day's work, too.
  application.react(() => ({ status: application.deliveries.length === known + 1 ? 503 : 204 }))
  const started = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(bizType, { amount: 20 }),
  })
  const taskNo = await findTask('manager', String(started.body['id']))
  expect((await actOn(taskNo, 'manager', 'approve', { comment: 'yes' })).status).toBe(200)
  await expect.poll(() => application.deliveries.length).toBeGreaterThan(known)
}

async function share(token: string, documentId: string, versionId: string): Promise<void> {
  const password = randomUUID()
  const validUntil = new Date(Date.now() + 3_600_000).toISOString()
  const json = { versionId, password, validUntil, allowDownload: true, allowPreview: false }
  const path = `/api/dms/documents/${documentId}/shares`
  const { body } = await call('POST', path, { token, json })
  const unlock = `/api/dms/shares/${String(body['token'])}/unlock`
  expect((await call('POST', unlock, { json: { password } })).status).toBe(200)
}

/** What an expression looks at: without what an alert compares with, and what a panel shows for nothing. */
const looksAt = (expr: string): string =>
  expr
    .replaceAll(/ *(>|==) *[\d.]+( \* [\d.]+)?/g, '')
    .replace(/\s+or (vector\(0\)|sum by \(job\) \([\w:]+\) \* 0)$/, '')

/** Of metrics, without what their type puts at the end; those that rules record have a colon in it. */
const namesIn = (expr: string): string[] =>
  [...expr.replaceAll(/\{[^}]*\}/g, '').matchAll(/(?<![\w:])[a-z]\w*_\w*(?![\w:(])/g)].map(
    ([name]) => familyOf(name),
  )
const familyOf = (name: string) => name.replace(/_(bucket|count|sum|total)$/, '')

async function findEmpty(queries: readonly Query[]): Promise<string[]> {
  const answers = await Promise.all(
    queries.map(async ({ name, expr }) => ({ name, values: await prometheus.ask(looksAt(expr)) })),
  )
  // What divides nothing by nothing is no number.
  return answers.filter(({ values }) => !values.some(Number.isFinite)).map(({ name }) => name)
}

/** Of the first round of work: by then Prometheus has seen all of it once. */
const begun: readonly Query[] = [
  '{route=~"/oauth2/.*",job="iam"}',
  '{route=~"/api/bpm/v1/tasks/:taskNo/approve"}',
  '{route="/api/dms/uploads/:id/complete"}',
  '{route="/internal/v1/dms/bpm-events"}',
].map((labels) => ({ name: labels, expr: `http_server_request_duration_seconds_count${labels}` }))

it('Prometheus has what dashboards, rules, alerts and the autoscaler ask of a platform that works', async () => {
  const rules = await prometheus.rules()
  const queries = [...(await dashboardQueries()), ...rules]
  const names = new Set(queries.map(({ name }) => name))
  expect(names.size).toBeGreaterThan(75)
  expect(Object.keys(rightlyEmpty).filter((name) => !names.has(name))).toEqual([])

  await work()
  // What counts is there from its first count on; a rate needs a second.
  await expect.poll(() => findEmpty(begun)).toEqual([])
  await work()
  const asked = queries.filter(({ name }) => !(name in rightlyEmpty))
  await expect.poll(() => findEmpty(asked)).toEqual([])

  const { series, expr: requestsInFlight } = await scalingQueries()
  expect(await prometheus.ask(series)).not.toEqual([])
  // One for each pod.
  expect((await prometheus.ask(requestsInFlight)).map(Number.isFinite)).toEqual([
    true,
    true,
    true,
    true,
  ])

  for (const { expr } of queries) await prometheus.ask(expr)
  const known = new Set([...(await prometheus.metrics())].map(familyOf))
  const unknown = queries.flatMap(({ expr }) => namesIn(expr)).filter((one) => !known.has(one))
  expect([...new Set(unknown)].toSorted()).toEqual(untoldWithoutMail)
  expect((await prometheus.rules()).filter(({ error }) => error !== '')).toEqual([])
})
