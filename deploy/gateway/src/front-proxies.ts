import { compile } from '@fastify/proxy-addr'

/**
 * Whose word on the client's address is taken: that of so many proxies in front, each by its address. Of
 * what stands further away in `X-Forwarded-For` nothing is believed: a proxy that appends to the header
 * passes on what a client wrote there, whose own address may be in the proxies' range.
 *
 * Kept by: deploy/gateway/src/rate-limits.test.ts "believes as many proxies as there are"
 */
export function trustFront(proxies: readonly string[], hops: number) {
  if (proxies.length === 0) return false
  const isFront = compile([...proxies])
  return (address: string, hop: number): boolean => hop < hops && isFront(address, hop)
}
