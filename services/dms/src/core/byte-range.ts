export interface ByteRange {
  readonly start: number
  readonly end: number
}

export type RangeDecision =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' }

/**
 * Reads a `Range` header (RFC 9110 section 14). What is not one well-formed byte range gives the
 * whole representation, as the RFC allows; several ranges do too, since nobody needs them here and
 * overlapping ones are an old way to make a server work hard.
 *
 * @param ifRange The `If-Range` header: the range counts only when it names the current entity tag.
 */
export function decideRange(
  header: string | undefined,
  sizeBytes: number,
  etag: string,
  ifRange: string | undefined,
): RangeDecision {
  if (header === undefined) return { kind: 'whole' }
  // Strong comparison: a weak tag or a date never equals ours.
  if (ifRange !== undefined && ifRange.trim() !== etag) return { kind: 'whole' }
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim())
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') return lastBytes(Number(last), sizeBytes)
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= sizeBytes) return { kind: 'unsatisfiable' }
  return { kind: 'part', range: { start, end } }
}

function lastBytes(count: number, sizeBytes: number): RangeDecision {
  if (count === 0) return { kind: 'unsatisfiable' }
  // All of nothing, which no Content-Range can say.
  if (sizeBytes === 0) return { kind: 'whole' }
  return { kind: 'part', range: { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 } }
}

/**
 * Whether an `If-Match` header lets the request through: it names the entity tag, by strong
 * comparison (RFC 9110 13.1.1), or there is none.
 */
export function isIfMatchMet(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag)
}

/** Whether an `If-None-Match` header names the entity tag (weak comparison, RFC 9110 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag.replace(/^W\//, '') === etag)
}
