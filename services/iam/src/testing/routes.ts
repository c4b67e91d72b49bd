import { buildApp } from '../app.ts'
import type { Deps } from '../deps.ts'

export interface ServedRoute {
  readonly method: string
  /** With its parameters, such as `/api/iam/v1/users/:id`. */
  readonly path: string
}

/** Every route that the service serves, shown in the document or not. */
export async function listRoutes(deps: Deps): Promise<ServedRoute[]> {
  const app = await buildApp(deps)
  await app.ready()
  const tree = app.printRoutes({ commonPrefix: false })
  await app.close()
  return routesIn(tree)
}

function routesIn(tree: string): ServedRoute[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    const path = `${depth === 0 ? '' : parents[depth - 1]}${part}`
    parents[depth] = path
    const served = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
    return served.map((method) => ({ method, path }))
  })
}
