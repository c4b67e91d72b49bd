import type { ReadCost } from '../inbox/measure.ts'
import type { CompileTime } from './compile-time.ts'
import type { HistoryCost } from './history.ts'
import type { PhaseCost, ServiceCost } from './measure.ts'

const modes = ['alone', 'grouped'] as const
const rate = (value: number | undefined) => value?.toFixed(0) ?? '–'

export function reportApprovals(costs: readonly PhaseCost[]): string {
  return [
    '| | | service/s | p50 ms | p99 ms | pgbench, row by row | share | pgbench, as sent | share |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...costs.flatMap((cost) => modes.map((mode) => toSpeed(cost, mode))),
    '',
    '| | | SQL | WAL bytes | CPU µs: service | PostgreSQL | load generator | row by row: PostgreSQL | pgbench | as sent: PostgreSQL |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...costs.flatMap((cost) => modes.map((mode) => toPrice(cost, mode))),
    '',
    '| start and three approvals | approvals/s | CPU µs: service | PostgreSQL |',
    '| --- | ---: | ---: | ---: |',
    ...modes.map((mode) => {
      const seconds = sum(costs.map((cost) => 1 / cost[mode].perSecond))
      const service = sum(costs.map((cost) => cost[mode].serviceMicros))
      const database = sum(costs.map((cost) => cost[mode].databaseMicros))
      return toRow([mode, rate(1 / seconds), rate(service), rate(database)])
    }),
  ].join('\n')
}

function toSpeed(cost: PhaseCost, mode: (typeof modes)[number]): string {
  const ours = cost[mode]
  return toRow([
    cost.phase,
    mode,
    rate(ours.perSecond),
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    rate(cost.rowByRow?.perSecond),
    share(ours, cost.rowByRow),
    rate(cost.asSent?.perSecond),
    share(ours, cost.asSent),
  ])
}

const share = (ours: ServiceCost, ceiling: { perSecond: number } | undefined) =>
  ceiling === undefined ? '–' : (ours.perSecond / ceiling.perSecond).toFixed(2)

function toPrice(cost: PhaseCost, mode: (typeof modes)[number]): string {
  const { serviceMicros, databaseMicros, loadMicros, walBytes } = cost[mode]
  return toRow([
    cost.phase,
    mode,
    String(cost.statements),
    rate(walBytes),
    rate(serviceMicros),
    rate(databaseMicros),
    rate(loadMicros),
    rate(cost.rowByRow?.databaseMicros),
    rate(cost.rowByRow?.loadMicros),
    rate(cost.asSent?.databaseMicros),
  ])
}

export const reportInbox = (costs: readonly ReadCost[]): string =>
  [
    '| read | p50 ms | p99 ms | goal | PostgreSQL CPU µs |',
    '| --- | ---: | ---: | --- | ---: |',
    ...costs.map(({ read, p50, p99, databaseMicros }) =>
      toRow([read, p50.toFixed(2), p99.toFixed(2), '< 20', databaseMicros.toFixed(0)]),
    ),
  ].join('\n')

export const reportCompiling = (times: readonly CompileTime[]): string =>
  [
    '| user tasks | document, KiB | compile, ms |',
    '| ---: | ---: | ---: |',
    ...times.map(({ userTasks, kilobytes, milliseconds }) =>
      toRow([String(userTasks), kilobytes.toFixed(0), milliseconds.toFixed(1)]),
    ),
  ].join('\n')

export const reportHistory = (costs: readonly HistoryCost[]): string =>
  [
    '| decisions before | ms each, 20 at once | CPU µs: service | PostgreSQL |',
    '| ---: | ---: | ---: | ---: |',
    ...costs.map(({ from, milliseconds, serviceMicros, databaseMicros }) =>
      toRow([
        String(from),
        milliseconds.toFixed(2),
        serviceMicros.toFixed(0),
        databaseMicros.toFixed(0),
      ]),
    ),
  ].join('\n')

const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
