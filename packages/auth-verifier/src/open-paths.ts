/** The only paths open without a token, unless the application says otherwise. */
export const HEALTH_PATHS: readonly string[] = ['/actuator/health']

// Segments that no router can read differently: no `..`, no escapes, no empty one.
const PLAIN = /^(?:\/[\w-][\w.~-]*)+$/

/**
 * Builds the test whether a request needs no token: GET or HEAD of one of the paths or of what is
 * below it. A path spelled in any unusual way needs one, so that no router can read it differently.
 *
 * @throws TypeError for a path that no request could match.
 */
export function createOpenPaths(
  paths: readonly string[] = HEALTH_PATHS,
): (method: string | undefined, url: string | undefined) => boolean {
  const odd = paths.find((path) => !PLAIN.test(path))
  if (odd !== undefined) throw new TypeError(`openPaths: ${odd} is not a plain path`)
  return (method, url = '') => {
    if (method !== 'GET' && method !== 'HEAD') return false
    const path = url.split('?', 1)[0] ?? ''
    if (!PLAIN.test(path)) return false
    return paths.some((open) => path === open || path.startsWith(`${open}/`))
  }
}
