const ALPHABET = /[^A-Za-z0-9_-]/g

export interface Decoded {
  readonly bytes: Buffer
  /** Bytes that a character touches which is not of base64url, or which has bits that it may not have. */
  readonly broken: readonly { readonly from: number; readonly to: number }[]
}

/**
 * Decodes base64url (RFC 4648 section 5) and goes on after what is wrong in it, so that what was altered
 * can be named. Text of the one canonical spelling has nothing broken.
 */
export function decode(text: string): Decoded {
  const wrong = [...text.matchAll(ALPHABET)].map(({ index }) => index)
  const bytes = Buffer.from(text.replace(ALPHABET, 'A'), 'base64url')
  const isCanonical = wrong.length > 0 || bytes.toString('base64url') === text
  const places = isCanonical ? wrong : [text.length - 1]
  const broken = places.map((at) => {
    const from = Math.floor((at * 3) / 4)
    return { from: Math.min(from, bytes.length - 1), to: Math.floor((at * 3 + 2) / 4) + 1 }
  })
  return { bytes, broken }
}
