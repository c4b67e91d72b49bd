import FindMyWay, { type HTTPMethod } from 'find-my-way'
import type { App } from './app.ts'

/**
 * Remembers the methods of every route that is registered from now on, so that an address which
 * takes others than the one it was asked with can say so (RFC 9110 section 15.5.6). Fastify itself
 * finds a route by its method only.
 *
 * @returns the methods that an address takes; none when there is nothing at it.
 */
export function rememberMethods(app: App): (url: string) => readonly string[] {
  const { maxParamLength } = app.initialConfig.routerOptions ?? {}
  const routes = FindMyWay({ ...(maxParamLength !== undefined && { maxParamLength }) })
  const methods = new Set<HTTPMethod>()
  app.addHook('onRoute', ({ method, url }) => {
    // What answers preflights everywhere is at no address of its own.
    if (url === '*') return
    for (const one of [method].flat() as HTTPMethod[]) {
      methods.add(one)
      if (!routes.hasRoute(one, url)) routes.on(one, url, () => undefined)
    }
  })
  return (url) => {
    const found = [...methods].flatMap((method) => {
      const route = routes.find(method, url)
      return route === null ? [] : [{ method, unknowns: Object.keys(route.params).length }]
    })
    // An address of words is that of a route with words, not of one whose parameter they would be.
    const fewest = Math.min(...found.map(({ unknowns }) => unknowns))
    return found.flatMap(({ method, unknowns }) => (unknowns === fewest ? [method] : []))
  }
}
