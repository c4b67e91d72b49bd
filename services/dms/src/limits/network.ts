import { isIPv6 } from 'node:net'

/**
 * Whom a network address stands for. Of IPv6 that is the first half: whoever has one address there
 * has all others with it, and a device changes its own every day.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // In the form of a URL every group is written in one way, and one run of zeros is left out.
  const host = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  const [before = [], after = []] = host
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
