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

/** The first value of a cookie in a Cookie header (RFC 6265 section 5.4). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return undefined
}

export interface CookieOptions {
  readonly path: string
  readonly secure: boolean
  /** Zero removes the cookie; undefined ends with the browser. */
  readonly maxAgeSeconds?: number
}

/** A Set-Cookie value: never readable by scripts, never sent along by other sites' posts. */
export function toSetCookie(name: string, value: string, options: CookieOptions): string {
  const age = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`
  return `${name}=${value}; Path=${options.path}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}${age}`
}
