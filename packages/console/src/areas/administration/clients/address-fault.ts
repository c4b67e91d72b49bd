const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export type AddressFault = 'form' | 'fragment' | 'wildcard' | 'password' | 'scheme' | 'loopback'

/**
 * What speaks against an address as one to come back to, before the service is asked. The service
 * has the last word, by the same rules.
 *
 * @see RFC 6749 section 3.1.2, RFC 9700 section 4.1; of agents RFC 8252 section 8.3.
 */
export function findAddressFault(text: string, isAgent: boolean): AddressFault | undefined {
  const url = URL.parse(text)
  if (url === null || /[\s\\]/.test(text)) return 'form'
  if (text.includes('#')) return 'fragment'
  if (text.includes('*')) return 'wildcard'
  if (url.username !== '' || url.password !== '') return 'password'
  const isOwn = loopback.has(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return 'scheme'
  // A name may be resolved to somewhere else, and a port of one's own machine needs no certificate.
  const isByNumber = url.protocol === 'http:' && url.hostname !== 'localhost'
  return isAgent && isOwn && !isByNumber ? 'loopback' : undefined
}
