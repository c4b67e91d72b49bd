import type { FastifyInstance } from 'fastify'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { ServiceAddresses } from './mounts.ts'

type Status = 'UP' | 'DOWN'

interface Health {
  readonly status: Status
  readonly components: Readonly<Record<string, { readonly status: Status }>>
}

// Open to anyone, and each question costs three: within this time the last answer serves.
const keptMs = 1_000
const askTimeoutMs = 2_000

/** The three services' readiness as one answer; 503 unless each of them is ready. */
export function registerHealth(
  app: FastifyInstance,
  http: HttpClient,
  services: ServiceAddresses,
): void {
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined
  const sumUp = () => {
    if (last === undefined || performance.now() - last.at > keptMs) {
      last = { at: performance.now(), health: askAll(http, services) }
    }
    return last.health
  }
  for (const url of ['/actuator/health', '/actuator/health/readiness']) {
    app.get(url, async (_request, reply) => {
      const health = await sumUp()
      return reply
        .code(health.status === 'UP' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(health)
    })
  }
  app.get('/actuator/health/liveness', async () => ({ status: 'UP' }))
}

async function askAll(http: HttpClient, services: ServiceAddresses): Promise<Health> {
  const answers = await Promise.all(
    Object.entries(services).map(async ([name, url]) => [name, { status: await ask(http, url) }]),
  )
  const components: Health['components'] = Object.fromEntries(answers)
  const up = Object.values(components).every(({ status }) => status === 'UP')
  return { status: up ? 'UP' : 'DOWN', components }
}

async function ask(http: HttpClient, baseUrl: string): Promise<Status> {
  const url = `${baseUrl}/actuator/health/readiness`
  try {
    const { status } = await http.request({ method: 'GET', url, timeoutMs: askTimeoutMs })
    return status === 200 ? 'UP' : 'DOWN'
  } catch {
    return 'DOWN'
  }
}
