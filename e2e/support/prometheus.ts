import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, vi } from 'vitest'
import { platform } from './platform.ts'
import { findFreePort } from './ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of Prometheus; empty where it is not installed. */
    prometheus: string
  }
}

/** An expression as it is asked for, and where it is written. */
export interface Query {
  readonly name: string
  readonly expr: string
}

export interface Prometheus {
  /** The rules that it evaluates, and what went wrong with those that it cannot. */
  rules(): Promise<readonly (Query & { readonly error: string })[]>
  /** Names of all metrics that targets tell of, with or without a value. */
  metrics(): Promise<ReadonlySet<string>>
  /**
   * The values of an expression now, one for each series.
   *
   * @throws when the expression cannot be evaluated.
   */
  ask(expr: string): Promise<readonly number[]>
  stop(): Promise<void>
}

const dashboards = new URL('../../deploy/observability/dashboards/', import.meta.url)
const rules = new URL('../../deploy/charts/countersign/files/rules/', import.meta.url)

/** Prometheus with the rules that we ship, looking at the running platform all the time. */
export async function startPrometheus(): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-prometheus-'))
  const file = join(folder, 'prometheus.yml')
  // JSON is YAML, too.
  await writeFile(file, JSON.stringify(configuration()))
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn(
    inject('prometheus'),
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--enable-feature=exemplar-storage',
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const prometheus = clientOf(`http://${address}`)
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  }
  try {
    await vi.waitFor(prometheus.expectReady, { timeout: 60_000, interval: 200 })
  } catch (error) {
    await stop()
    throw error
  }
  return { ...prometheus, stop }
}

const jobs = ['iam', 'bpm', 'dms', 'gateway'] as const
const namespace = 'countersign'
const podOf = (job: string) => `countersign-${job}-0`

/** The platform's ten ports end with those of the metrics of iam, bpm, dms and the gateway. */
function configuration() {
  const base = Number(new URL(platform().baseUrl).port)
  return {
    global: { scrape_interval: '2s', evaluation_interval: '1s' },
    rule_files: [fileURLToPath(new URL('*.yaml', rules))],
    scrape_configs: jobs.map((job, index) => ({
      job_name: job,
      // As the Prometheus Operator labels what it finds.
      static_configs: [
        { targets: [`127.0.0.1:${base + 6 + index}`], labels: { namespace, pod: podOf(job) } },
      ],
    })),
  }
}

interface Answered {
  readonly status: string
  readonly error?: string
  readonly data: unknown
}

// What it answers is of the shape that its documentation gives.
function clientOf(origin: string) {
  const get = async <Data>(path: string, query: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${origin}/api/v1/${path}?${new URLSearchParams(query).toString()}`)
    const { status, error, data } = (await answer.json()) as Answered
    if (status !== 'success') throw new Error(`${Object.values(query).join(' ')}: ${error}`)
    return data as Data
  }
  return {
    async rules() {
      const { groups } = await get<{ groups: readonly { rules: readonly RuleState[] }[] }>('rules')
      return groups
        .flatMap(({ rules }) => rules)
        .map(({ name, labels, query, lastError = '' }) => ({
          name: [name, labels?.slo].filter(Boolean).join(' '),
          expr: query,
          error: lastError,
        }))
    },
    async metrics() {
      return new Set(Object.keys(await get<object>('metadata')))
    },
    async ask(expr: string) {
      const { result } = await get<{ result: readonly { value: [number, string] }[] }>('query', {
        query: expr,
      })
      return result.map(({ value: [, text] }) => Number(text))
    },
    /** @throws while it has not read the rules or seen all targets. */
    async expectReady() {
      const { groups } = await get<{ groups: readonly unknown[] }>('rules')
      const { activeTargets } = await get<{ activeTargets: readonly Target[] }>('targets')
      const faults = activeTargets.map(({ health, lastError }) => health + lastError)
      const up = faults.filter((fault) => fault === 'up').length
      if (groups.length === 0 || up < jobs.length)
        throw new Error(`not ready: ${faults.join(', ')}`)
    },
  }
}

interface Target {
  readonly health: string
  readonly lastError: string
}

interface RuleState {
  readonly name: string
  readonly labels?: { readonly slo?: string }
  readonly query: string
  readonly lastError?: string
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}

/** Each query of each dashboard, as Grafana asks it over some hours. */
export async function dashboardQueries(): Promise<readonly Query[]> {
  const files = await readdir(dashboards)
  const read = async (name: string) => {
    const { panels } = JSON.parse(await readFile(new URL(name, dashboards), 'utf8')) as {
      panels: readonly Panel[]
    }
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ refId, expr }) => ({
        name: `${name}: ${title} ${refId}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
    )
  }
  return (await Promise.all(files.map(read))).flat()
}

/**
 * What prometheus-adapter asks to scale by `deploy/charts/prometheus-adapter.yaml`: whether there are such series, and
 * the metric of all pods of ours.
 */
export async function scalingQueries(): Promise<{
  readonly series: string
  readonly expr: string
}> {
  const text = await readFile(
    new URL('../../deploy/charts/prometheus-adapter.yaml', import.meta.url),
    'utf8',
  )
  const valueOf = (name: string) => new RegExp(`${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  const series = valueOf('seriesQuery')
  const matchers = `namespace="${namespace}",pod=~"${jobs.map(podOf).join('|')}"`
  const expr = valueOf('metricsQuery')
    .replaceAll('<<.Series>>', series.replace(/\{.*/, ''))
    .replaceAll('<<.LabelMatchers>>', matchers)
    .replaceAll('<<.GroupBy>>', 'pod')
  return { series, expr }
}
