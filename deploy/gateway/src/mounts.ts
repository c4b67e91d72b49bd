import { listOf } from '@countersign/service-kit/config'

/** One piece of the public address space and who answers for it. */
export interface Mount {
  readonly prefix: string
  readonly upstream: string
  /** Only the path itself, nothing below it, and this path at the upstream. */
  readonly exactly?: string
  /** Asked for without a slash at its end it leads to the address with one, as its links are relative. */
  readonly isFolder?: boolean
}

/** Of each service one address, or several processes, comma-separated. */
export interface ServiceAddresses {
  readonly iam: string
  readonly bpm: string
  readonly dms: string
}

/** Where the processes of a service are. The first stands for the service in {@link Mount}. */
export const originsOf = (setting: string): readonly string[] =>
  listOf(setting).map((address) => new URL(address).origin)

const firstOf = (setting: string): string => originsOf(setting)[0] ?? ''

// A service's reference page names its files and its document relative to its own address.
const docsPaths = {
  '': '/docs',
  '/docs/swagger-ui.css': '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js': '/docs/swagger-ui-bundle.js',
  '/docs/start.js': '/docs/start.js',
  '/docs/signed-in': '/docs/signed-in',
  '/docs/signed-in.js': '/docs/signed-in.js',
  '/openapi.json': '/openapi.json',
  '/openapi-protocols.json': '/openapi-protocols.json',
}

/**
 * The routing table. Everything that is not here does not exist for the outside: management ports,
 * and the services' own `/actuator` and `/docs`, which the gateway sums up instead.
 */
export function publicMounts(services: ServiceAddresses): Mount[] {
  const iam = firstOf(services.iam)
  const bpm = firstOf(services.bpm)
  const dms = firstOf(services.dms)
  const iamPaths = ['/oauth2', '/.well-known', '/userinfo', '/connect', '/signin', '/signout']
  return [
    ...iamPaths.map((prefix) => ({ prefix, upstream: iam })),
    ...Object.entries({ iam, bpm, dms }).flatMap(([name, upstream]) => [
      { prefix: `/api/${name}`, upstream },
      mountExactly(`/.well-known/oauth-protected-resource/api/${name}`, upstream),
      ...Object.entries(docsPaths).map(([path, target]) => ({
        prefix: `/docs/${name}${path}`,
        upstream,
        exactly: target,
        isFolder: path === '',
      })),
    ]),
  ]
}

const mountExactly = (path: string, upstream: string): Mount => ({
  prefix: path,
  upstream,
  exactly: path,
})

/** Service to service, by service tokens alone. In production on a listener of its own. */
export const internalMounts = (services: ServiceAddresses): Mount[] =>
  Object.entries(services).map(([name, upstream]) => ({
    prefix: `/internal/v1/${name}`,
    upstream: firstOf(String(upstream)),
  }))

/**
 * Reads the `BACKENDS` setting: business backends that share the public origin.
 *
 * @throws Error when an entry is not `/path=http://host` or takes a path of the platform.
 */
export function backendMounts(setting: string | undefined): Mount[] {
  return listOf(setting).map((entry) => {
    const match = /^(\/[a-z0-9][a-z0-9/-]*[a-z0-9])=(https?:\/\/[^\s/]+)\/?$/.exec(entry)
    const [, prefix, upstream] = match ?? []
    if (prefix === undefined || upstream === undefined) {
      throw new Error('BACKENDS: each entry has the form /path=http://host:port')
    }
    if (reserved.some((path) => prefix === path || prefix.startsWith(`${path}/`))) {
      throw new Error(`BACKENDS: ${prefix} belongs to the platform`)
    }
    return { prefix, upstream }
  })
}

// `/internal` as a whole: callback paths of business applications are never public.
const reserved = [
  '/internal',
  '/actuator',
  '/console',
  '/docs',
  '/metrics',
  '/oauth2',
  '/.well-known',
  '/userinfo',
  '/connect',
  '/signin',
  '/signout',
  '/api/iam',
  '/api/bpm',
  '/api/dms',
]

/** Where bpm delivers events to the document service: service to service, never from outside. */
const unrouted = ['/internal/v1/dms/bpm-events']

/** The path of a request target, as it came; a `#` ends it, as it does for what is passed on. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end === -1 ? target : target.slice(0, end)
}

/** What a path may be for the gateway to pass it on. */
export type PathVerdict = 'routable' | 'unrouted' | 'ambiguous'

/**
 * Judges the path as every later reader might understand it. Encoded separators, dot segments and
 * empty segments mean different things to different servers, so that a rule made here could be
 * walked around behind us: such a path is refused rather than repaired. Some, of Java above all, leave
 * out what follows a `;` in a segment before they resolve it: `..;` is `..` there.
 *
 * @param path The path of the request target, without the query, as it came over the wire.
 */
export const judgePath = (path: string): PathVerdict =>
  plainPath.test(path) && !internalPath.test(path) ? 'routable' : judgeAnyPath(path)

// Nearly every path: nothing is encoded, no segment is empty or begins with a dot.
const plainPath = /^(?:\/[\w~-][\w.~-]*)+\/?$/
const internalPath = /^\/internal/i

function judgeAnyPath(path: string): PathVerdict {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return 'ambiguous'
  }
  // oxlint-disable-next-line no-control-regex -- exactly the characters meant
  if (/%2f|%5c|%25/i.test(path) || /[\\\u0000-\u001f\u007f]/.test(decoded)) return 'ambiguous'
  const names = decoded.split('/').map((segment) => segment.replace(/;.*/s, ''))
  const last = names.length - 1
  const unclear = names
    .slice(1)
    .some((name, index) => name === '.' || name === '..' || (name === '' && index + 1 < last))
  if (unclear || !decoded.startsWith('/')) return 'ambiguous'
  const plain = names.join('/').replace(/\/$/, '').toLowerCase()
  const blocked = unrouted.some((route) => plain === route || plain.startsWith(`${route}/`))
  return blocked ? 'unrouted' : 'routable'
}
