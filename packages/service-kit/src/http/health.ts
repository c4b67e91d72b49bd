import type { App } from './app.ts'

/** What is UNKNOWN is shown, and does not make the service unready. */
export type ComponentHealth = Readonly<
  Record<string, { readonly status: 'UP' | 'DOWN' | 'UNKNOWN' }>
>
export type Readiness = () => Promise<ComponentHealth>

/** The paths open to anyone: alive at all, and ready to take work. */
export function addHealth(app: App, readiness: Readiness = async () => ({})): void {
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
  route('/actuator/health', readiness, false)
  route('/actuator/health/liveness', async () => ({}), false)
  route('/actuator/health/readiness', readiness, true)
}
