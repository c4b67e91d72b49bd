import { isIPv6 } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What counts as one place when tries are counted: an IPv4 address, or the /64 of an IPv6 address.
 * A single line has 2^64 addresses of such a network (RFC 6177), so each alone says nothing.
 */
export function placeOf(address: string): string {
  const plain = mapped.exec(address)?.[1] ?? address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = (plain.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  // "::" stands for as many groups of zeros as are missing; a dotted end counts as two.
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = 8 - groups.length - after.length - (after.at(-1)?.includes('.') === true ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0')
  const network = [...groups, ...zeros, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
