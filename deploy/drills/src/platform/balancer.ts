import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logFileOf } from '@countersign/local/services'
import type { Plan } from '@countersign/local/plan'
import { Supervised } from '@countersign/local/supervisor'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { type DrilledService, type Instance } from './instance.ts'

/** An address that stands for all processes of a service. */
export interface Front {
  readonly service: DrilledService
  readonly port: number
  readonly instances: readonly Pick<Instance, 'index' | 'url'>[]
}

const defaults = `
defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
  # One that is told to stop says so at once. One that is only slow stays: where all are, nobody would be asked.
  timeout check 5s
  retries 3
  # Another one is asked when nobody listens, or when what was sent has broken off without an answer.
  retry-on conn-failure empty-response
  option redispatch 1
`

const section = ({ service, port, instances }: Front): string => `
listen ${service}
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /actuator/health/readiness
  # What is not safe, in the words of RFC 9110 section 9.2.1, is sent again only where nothing of it was sent.
  http-request disable-l7-retry unless METH_GET or METH_OPTIONS
  default-server inter 300 fall 2 rise 1
${instances.map(({ index, url }) => `  server ${service}-${index + 1} 127.0.0.1:${new URL(url).port} check`).join('\n')}
`

/**
 * Starts HAProxy in front of several processes of a service: those that are ready get requests, in turn.
 *
 * Kept by: deploy/drills/src/platform/balancer.test.ts "sends what only reads again where it breaks off, and nothing else"
 *
 * @throws when it is not installed.
 */
export async function startBalancer(
  plan: Pick<Plan, 'layout' | 'baseEnv'>,
  fronts: readonly Front[],
  report: (line: string) => void,
): Promise<Supervised> {
  const command = findProgram('haproxy', process.env)
  if (command === undefined)
    throw new Error('several of a service need HAProxy: apt-get install haproxy')
  const file = join(plan.layout.dataDir, 'haproxy.cfg')
  await writeFile(file, `${defaults}${fronts.map(section).join('')}`)
  const balancer = new Supervised(
    {
      name: 'HAProxy',
      command,
      args: ['-db', '-f', file],
      env: plan.baseEnv,
      cwd: plan.layout.dataDir,
      guarded: false,
      stopTimeoutMs: 5_000,
      startRetries: 0,
      isReady: async () => (await Promise.all(fronts.map(isOpen))).every(Boolean),
      requestStop: (child) => void child.kill('SIGTERM'),
    },
    { logFile: logFileOf(plan.layout, 'haproxy'), report, onPid: () => {} },
  )
  await balancer.start()
  return balancer
}

/** Whether it listens; there may be nobody behind it yet. */
async function isOpen({ port }: Front): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })).text()
    return true
  } catch {
    return false
  }
}
