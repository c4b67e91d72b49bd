import { decode } from './decode.ts'
import { readContent } from './read.ts'

const DEADLINE_MS = 10_000
const MAX_BYTES = 1_000_000

/**
 * The platform that a record names. Nothing vouches for it: whoever forges a record names their own, so it has to
 * be the one that the verifier trusts.
 *
 * @throws Error when it names none from which keys may be read.
 */
export function issuerOf(record: string): string {
  const content = readContent(decode(record.split('.')[1] ?? ''))
  const issuer: unknown = content?.record.issuer
  if (typeof issuer === 'string' && isIssuer(issuer)) return issuer.replace(/\/$/, '')
  throw new Error('the record does not say where its keys are: give them with --keys')
}

/**
 * Whether an address is a platform, as one writes it: an origin, or one with a plain path. With anything more, what
 * is put behind it would ask another path of the origin, such as that of a file that somebody uploaded there.
 */
function isIssuer(address: string): boolean {
  if (!isSafe(address)) return false
  const { origin, pathname } = new URL(address)
  const isPlain = /^(\/[\w.~-]+)*\/?$/.test(pathname)
  return isPlain && (address === `${origin}${pathname}` || address === origin)
}

/** Keys that came over an open line may be anybody's; on this machine there is no line. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHere)
}

/** Reads a key set. @throws Error when nothing usable answers. */
export async function fetchKeys(address: string): Promise<string> {
  if (!isSafe(address)) throw new Error(`${address} is no https address`)
  const answer = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch((error: unknown) => {
    throw new Error(`the keys at ${address} cannot be read`, { cause: error })
  })
  const text = answer.ok ? await answer.text() : ''
  if (text === '' || text.length > MAX_BYTES) {
    throw new Error(`the keys at ${address} cannot be read (${answer.status})`)
  }
  return text
}
