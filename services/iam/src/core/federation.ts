/** An OpenID provider of a tenant, as it is stored. The issuer never changes: links are by it. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** A directory of a tenant, as it is stored. */
export interface LdapSettings {
  readonly url: string
  readonly startTls: boolean
  /** Certificates to trust beside the usual ones, PEM. */
  readonly ca: string | null
  readonly bindDn: string
  readonly baseDn: string
  /** Narrows who counts as a person, RFC 4515. What is typed at sign-in never becomes part of it. */
  readonly personFilter: string
  /** Attributes that may hold what people type as their user name. */
  readonly usernameAttributes: readonly string[]
  /** Never changes for a person, unlike name, mail address and place in the tree. */
  readonly idAttribute: IdAttribute
}

export const idAttributes = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID'] as const
export type IdAttribute = (typeof idAttributes)[number]

/** Who made the connection between an identity and an account. */
export type LinkOrigin = 'user' | 'administrator' | 'external_id' | 'created'

/** A person as the provider knows them. */
export interface Identity {
  /** Unique at the provider and never given to anybody else there. */
  readonly subject: string
  readonly username: string | undefined
  readonly displayName: string | undefined
  readonly email: string | undefined
  /** Whether the provider says so itself. Undefined is not a yes. */
  readonly emailVerified: boolean
}

/** Whether a text of a provider fits into a row, and holds nothing that hides. */
export const canBeKept = (text: string): boolean => /^\P{Cc}{1,255}$/u.test(text)

export interface EntryPolicy {
  readonly matchExternalId: boolean
  readonly createAccounts: boolean
  /** New accounts are for people with a proven address in one of these alone; empty: for all. */
  readonly mailDomains: readonly string[]
}

export type Entry =
  | { readonly kind: 'linked'; readonly userId: string }
  | { readonly kind: 'match'; readonly userId: string }
  | { readonly kind: 'create' }
  /** Somebody here must say who they are, by the password of an account. */
  | { readonly kind: 'ask' }

/**
 * Decides which account an identity leads to. Nothing here looks for an account by mail address or
 * by user name: whoever can write those at a provider would choose whom to be.
 */
export function decideEntry(
  policy: EntryPolicy,
  identity: Identity,
  found: { readonly linked: string | undefined; readonly byExternalId: string | undefined },
): Entry {
  if (found.linked !== undefined) return { kind: 'linked', userId: found.linked }
  if (policy.matchExternalId && found.byExternalId !== undefined)
    return { kind: 'match', userId: found.byExternalId }
  return policy.createAccounts && mayBeNew(policy, identity) ? { kind: 'create' } : { kind: 'ask' }
}

function mayBeNew({ mailDomains }: EntryPolicy, { email, emailVerified }: Identity): boolean {
  if (mailDomains.length === 0) return true
  const domain = /^[^@]+@([^@]+)$/.exec(email ?? '')?.[1]?.toLowerCase()
  return emailVerified && domain !== undefined && mailDomains.includes(domain)
}

/** A user name for a new account, in the form of ours; made unique by who stores it. */
export function suggestUsername({ username, email }: Identity): string {
  const wanted = (username ?? email ?? '').toLowerCase().normalize('NFKD')
  const plain = wanted.replaceAll(/[^a-z0-9._@-]/g, '').replace(/^[^a-z0-9]+/, '')
  return plain === '' ? 'user' : plain.slice(0, 80)
}

/** How an address may be connected to; undefined when it may not. */
export type Reach = 'listed' | 'public'

/**
 * Where iam may connect for a tenant. Hosts that the operator listed may be anywhere, and without
 * TLS on the machine itself; all others are of the public internet and speak TLS.
 */
export function reachOf(
  address: string,
  listedOrigins: readonly string[],
  options: { readonly startTls?: boolean } = {},
): Reach | undefined {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return undefined
  const listed = listedOrigins.some((origin) => sameOrigin(URL.parse(origin), url))
  const secure =
    url.protocol === 'https:' ||
    url.protocol === 'ldaps:' ||
    (url.protocol === 'ldap:' && options.startTls === true)
  if (secure) return listed ? 'listed' : 'public'
  const plain = url.protocol === 'http:' || url.protocol === 'ldap:'
  return plain && listed && loopback.has(url.hostname) ? 'listed' : undefined
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const usualPorts: Readonly<Record<string, string>> = { 'ldap:': '389', 'ldaps:': '636' }

// `origin` of a URL is opaque for ldap, whose names and ports are left as they were written.
const placeOf = ({ protocol, hostname, port }: URL) =>
  [protocol, hostname.toLowerCase(), port === '' ? usualPorts[protocol] : port].join(' ')

const sameOrigin = (listed: URL | null, url: URL) =>
  listed !== null && placeOf(listed) === placeOf(url)
