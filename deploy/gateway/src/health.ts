import type { Readiness } from '@countersign/service-kit/health'
import type { App } from '@countersign/service-kit/http'
import type { HttpClient } from '@countersign/service-kit/http-client'
import { originsOf, type ServiceAddresses } from './mounts.ts'
import { trySignIn } from './sign-in.ts'
import type { Upstream } from './upstream.ts'

type Status = 'UP' | 'DOWN' | 'UNKNOWN'

interface Health {
  readonly status: Status
  readonly components: Readonly<Record<string, { readonly status: Status }>>
}

const leaving: Health = { status: 'DOWN', components: { shutdown: { status: 'DOWN' } } }

// Open to anyone, and each question costs three: within this time the last answer serves.
const keptMs = 1_000

/**
 * The three services' readiness as one answer, and beside it what the gateway knows of itself; 503 when
 * anything of it is DOWN: no process of a service is ready, or nobody can sign in. While it drains it
 * asks nobody.
 */
export function registerHealth(
  app: App,
  upstream: Upstream,
  services: ServiceAddresses,
  readiness: Readiness = async () => ({}),
): void {
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined
  const sumUp = () => {
    if (last === undefined || performance.now() - last.at > keptMs) {
      last = { at: performance.now(), health: askAll(upstream, services, readiness) }
    }
    return last.health
  }
  for (const url of ['/actuator/health', '/actuator/health/readiness']) {
    app.get(url, async (_request, reply) => {
      const health = app.drain.hasBegun ? leaving : await sumUp()
      return reply
        .code(health.status === 'UP' ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(health)
    })
  }
  app.get('/actuator/health/liveness', async () => ({ status: 'UP' }))
}

async function askAll(
  upstream: Upstream,
  services: ServiceAddresses,
  readiness: Readiness,
): Promise<Health> {
  const [answers, own] = await Promise.all([
    Promise.all(
      Object.entries(services).map(async ([name, setting]) => {
        const isReady = await upstream.isReady(originsOf(String(setting)))
        return [name, { status: isReady ? 'UP' : 'DOWN' }]
      }),
    ),
    readiness(),
  ])
  const components: Health['components'] = { ...Object.fromEntries(answers), ...own }
  const up = Object.values(components).every(({ status }) => status !== 'DOWN')
  return { status: up ? 'UP' : 'DOWN', components }
}

/**
 * That people can sign in: every service may be ready while iam knows the platform by another address.
 *
 * @param iamUrls Of the processes of iam; one that sends people back is enough.
 */
export const signInReadiness =
  (baseUrl: string, iamUrls: readonly string[], http: HttpClient): Readiness =>
  async () => ({
    signIn: {
      status: await Promise.any(iamUrls.map((iamUrl) => trySignIn({ baseUrl, iamUrl }, http))).then(
        () => 'UP',
        () => 'DOWN',
      ),
    },
  })
