const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address is of this machine. */
export const isLoopbackUrl = (text: string) => loopback.has(URL.parse(text)?.hostname ?? '')

/**
 * Whether an address may be registered for an agent. Of its own machine, where it waits on any port, by
 * number alone: a name may be resolved to somewhere else.
 *
 * @see RFC 8252 sections 7.3 and 8.3.
 */
export const isAgentRedirectAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || !isRedirectAddress(text)) return false
  return url.protocol === 'http:' ? url.hostname !== 'localhost' : !loopback.has(url.hostname)
}

/**
 * Whether an address may be registered: absolute, https (or http on loopback), no fragment, no
 * credentials, no wildcard. It is later compared as text, so what is stored is what must be sent.
 *
 * @see RFC 6749 section 3.1.2, RFC 9700 section 4.1.
 */
export function isRedirectAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('#') || text.includes('*') || /[\s\\]/.test(text)) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && loopback.has(url.hostname)
}
