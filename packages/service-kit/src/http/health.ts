import type { App } from './app.ts'

/** What is UNKNOWN or DEGRADED is shown, and does not make the service unready. */
type Status = 'UP' | 'DOWN' | 'UNKNOWN' | 'DEGRADED'
export type ComponentHealth = Readonly<Record<string, { readonly status: Status }>>
export type Readiness = () => Promise<ComponentHealth>

declare module 'fastify' {
  interface FastifyInstance {
    /** Workers add what they know of themselves here; it is asked by the readiness path. */
    readonly components: Map<string, () => Status>
  }
}

/** The paths open to anyone: alive at all, and ready to take work. */
export function addHealth(app: App, readiness: Readiness = async () => ({})): void {
  app.decorate('components', new Map<string, () => Status>())
  const all: Readiness = async () => {
    const own = [...app.components].map(([name, status]) => [name, { status: status() }])
    return {
      ...(await readiness()),
      ...(Object.fromEntries(own) as ComponentHealth),
      ...(app.drain.hasBegun ? { shutdown: { status: 'DOWN' } } : {}),
    }
  }
  const route = (url: string, check: Readiness, showComponents: boolean) => {
    app.get(
      url,
      { config: { caller: 'anyone' }, schema: { hide: true } },
      async (_request, reply) => {
        const components = await check()
        const up = Object.values(components).every(({ status }) => status !== 'DOWN')
        const status = up ? 'UP' : 'DOWN'
        return reply.code(up ? 200 : 503).send(showComponents ? { status, components } : { status })
      },
    )
  }
  route('/actuator/health', all, false)
  route('/actuator/health/liveness', async () => ({}), false)
  route('/actuator/health/readiness', all, true)
}

/** Whether a request is one of those that orchestrators send every few seconds, and that say nothing new. */
export const isHealthyProbe = (route: string | null, status: number): boolean =>
  status < 400 && route?.startsWith('/actuator/health') === true
