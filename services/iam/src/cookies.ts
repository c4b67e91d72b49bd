import { createHmac, timingSafeEqual } from 'node:crypto'

export interface CookieSigner {
  /** `value` with a signature over name and value. */
  sign(name: string, value: string): string
  /** The value, or undefined unless one of the keys signed it under this name. */
  verify(name: string, signed: string | undefined): string | undefined
}

/** Signs what the browser keeps for us and the tokens in our forms; the first key signs, all verify. */
export function createCookieSigner(keys: readonly string[]): CookieSigner {
  const [first] = keys
  if (first === undefined) throw new TypeError('COOKIE_KEYS names no key')
  const mac = (key: string, name: string, value: string) =>
    createHmac('sha256', key).update(`${name}\n${value}`).digest()
  return {
    sign: (name, value) => `${value}.${mac(first, name, value).toString('base64url')}`,
    verify(name, signed) {
      const cut = signed?.lastIndexOf('.') ?? -1
      if (signed === undefined || cut < 1) return undefined
      const value = signed.slice(0, cut)
      const given = Buffer.from(signed.slice(cut + 1), 'base64url')
      const fits = keys.some((key) => {
        const expected = mac(key, name, value)
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
      return fits ? value : undefined
    },
  }
}

/**
 * What a cookie is called. On https a browser takes the name from this host alone, for all of it
 * and over TLS (RFC 6265bis section 4.1.3.2): a neighbour in the domain cannot plant one.
 */
export const cookieName = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

/** Whether cookies of the platform are for https alone. */
export const isSecure = ({ issuer }: { readonly issuer: string }): boolean =>
  issuer.startsWith('https:')

/** The first value of a cookie of ours in a Cookie header (RFC 6265 section 5.4). */
export function readCookie(
  header: string | undefined,
  plainName: string,
  secure: boolean,
): string | undefined {
  const name = cookieName(plainName, secure)
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return undefined
}

export interface CookieOptions {
  /** Where it is sent; on https everywhere, which its name there asks for. */
  readonly path: string
  readonly secure: boolean
  /** Zero removes the cookie; undefined ends with the browser. */
  readonly maxAgeSeconds?: number
}

/** A Set-Cookie value: never readable by scripts, never sent along by other sites' posts. */
export function toSetCookie(name: string, value: string, options: CookieOptions): string {
  const age = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`
  const { secure } = options
  const path = secure ? '/' : options.path
  return `${cookieName(name, secure)}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`
}
