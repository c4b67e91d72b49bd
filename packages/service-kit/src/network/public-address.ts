import { BlockList, isIP } from 'node:net'

// IANA special-purpose registry (RFC 6890 and updates), with multicast and the reserved block.
const special4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special4.addSubnet(network, prefix, 'ipv4')
}

// For IPv6 the other way round: global unicast alone, which leaves out loopback, link-local,
// unique local, NAT64 and the IPv4-compatible and -mapped forms; less what is special within it.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, prefix] of [
  // Teredo and other protocol assignments, documentation, 6to4: each can carry an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(network, prefix, 'ipv6')
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Whether an IP address, in text, is one of the public internet. False for what is none. */
export function isPublicAddress(address: string): boolean {
  const plain = mapped.exec(address)?.[1] ?? address
  switch (isIP(plain)) {
    case 4:
      return !special4.check(plain, 'ipv4')
    case 6:
      return global6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6')
    default:
      return false
  }
}

/**
 * Whether the host of an address may be of the public internet: a public IP address, or a name that
 * is not this machine's. What a name stands for is known when it is looked up.
 */
export function isPublicUrl(text: string): boolean {
  const host = URL.parse(text)?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined || host === 'localhost' || host.endsWith('.localhost')) return false
  return isIP(host) === 0 || isPublicAddress(host)
}
