import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * What is void. A `token` (jti) and a `grant` (what one sign-in gave, `grant_id`) are void for good;
 * of a `subject` (`sub`, in one tenant when `tenantId` is given), a `session` (`sid`), a `client` and a
 * `tenant` the tokens that were issued before `notBefore`.
 */
export interface Revocation {
  readonly kind: 'token' | 'grant' | 'subject' | 'session' | 'client' | 'tenant'
  /** The claim of that kind. */
  readonly id: string
  /** The tenant that it is about, where one is known. */
  readonly tenantId?: string | undefined
  /** Seconds since the epoch: when it was revoked. */
  readonly notBefore: number
}

/** What the verifier asks about a good token. */
export interface RevocationCheck {
  /** Another number whenever an answer may have changed: a token is asked about once for each. */
  revision(): number
  /** `unknown`: it cannot be told at the moment, and the token is refused with 503. */
  check(claims: JsonObject): 'good' | 'revoked' | 'unknown'
}

export interface Revocations extends RevocationCheck {
  /** Takes in what a feed brings. The order does not matter; the latest time counts. */
  apply(...revocations: readonly Revocation[]): void
  /** For `createVerifier({ isRevoked })`; `revocations` costs less. */
  readonly isRevoked: (claims: JsonObject) => boolean
  /** How many are remembered. */
  size(): number
}

interface Entry {
  readonly notBefore: number
  readonly tenantId: string | undefined
}

const KINDS = ['token', 'grant', 'subject', 'session', 'client', 'tenant'] as const
type Kind = (typeof KINDS)[number]
/** Void whenever the token was issued: none is issued after. */
const FOR_GOOD: ReadonlySet<Kind> = new Set(['token', 'grant'])
/** Clocks of issuer and verifier may differ by this much. */
const MARGIN_SECONDS = 60

interface Memory {
  readonly entries: Readonly<Record<Kind, Map<string, Entry>>>
  /** Tokens of anybody that were issued before it are void. */
  everybody: number
}

/**
 * Remembers what is void. Each entry is forgotten when the last token from before it has expired, so
 * memory is bounded by what is revoked within one token lifetime, and by `maxEntries`: about 250
 * bytes each, 12 MB when it is full. Beyond it entries are made coarser, towards refusing: those of
 * a tenant become one of the whole tenant, and when that is not enough, one of everybody. Who is
 * refused by that gets a new token by a refresh.
 *
 * `iat` has whole seconds: a token issued in the very second of a revocation is refused.
 *
 * @param options.tokenLifetimeSeconds The longest that a token lives. Default 3600; tokens of the
 * identity service live 600.
 * @param options.maxEntries Default 50,000.
 * @param options.now Milliseconds since the epoch.
 */
export function createRevocations(
  options: {
    readonly tokenLifetimeSeconds?: number | undefined
    readonly maxEntries?: number | undefined
    readonly now?: (() => number) | undefined
  } = {},
): Revocations {
  const { tokenLifetimeSeconds = 3600, maxEntries = 50_000, now = () => Date.now() } = options
  const maps = KINDS.map((kind) => [kind, new Map<string, Entry>()] as const)
  const memory: Memory = {
    // Object.fromEntries forgets the names.
    entries: Object.fromEntries(maps) as Memory['entries'],
    everybody: -Infinity,
  }
  let revision = 0
  let sweepAt = 0

  const sweep = () => {
    const nowSeconds = now() / 1000
    if (nowSeconds < sweepAt) return
    sweepAt = nowSeconds + tokenLifetimeSeconds / 10
    forgetBefore(memory, nowSeconds - tokenLifetimeSeconds - MARGIN_SECONDS)
  }
  const isRevoked = (claims: JsonObject) => isVoidBy(memory, claims)
  return {
    apply(...revocations) {
      sweep()
      for (const { kind, id, tenantId, notBefore } of revocations) {
        if (!Number.isFinite(notBefore)) throw new TypeError('notBefore must be a finite number')
        if (sizeOf(memory) >= maxEntries) coarsen(memory, maxEntries)
        const isMember = kind === 'subject' && tenantId !== undefined
        remember(memory, kind, isMember ? memberKey(id, tenantId) : id, { notBefore, tenantId })
      }
      if (revocations.length > 0) revision++
    },
    revision: () => revision,
    isRevoked,
    check: (claims) => (isRevoked(claims) ? 'revoked' : 'good'),
    size: () => sizeOf(memory),
  }
}

const sizeOf = ({ entries }: Memory) => KINDS.reduce((sum, kind) => sum + entries[kind].size, 0)

function forgetBefore({ entries }: Memory, oldest: number): void {
  for (const kind of KINDS) {
    for (const [id, { notBefore }] of entries[kind]) {
      if (notBefore < oldest) entries[kind].delete(id)
    }
  }
}

function remember({ entries }: Memory, kind: Kind, key: string, entry: Entry): void {
  const known = entries[kind].get(key)
  if (known === undefined || known.notBefore < entry.notBefore) entries[kind].set(key, entry)
}

function coarsen(memory: Memory, maxEntries: number): void {
  const { entries } = memory
  for (const kind of KINDS) {
    if (kind === 'tenant') continue
    for (const { notBefore, tenantId } of entries[kind].values()) {
      // The whole second: of a token that is void for good, `iat` may be the time itself.
      const until = Math.floor(notBefore) + 1
      if (tenantId === undefined) memory.everybody = Math.max(memory.everybody, until)
      else remember(memory, 'tenant', tenantId, { notBefore: until, tenantId })
    }
    entries[kind].clear()
  }
  if (sizeOf(memory) < maxEntries) return
  for (const { notBefore } of entries.tenant.values()) {
    memory.everybody = Math.max(memory.everybody, notBefore)
  }
  entries.tenant.clear()
}

function isVoidBy({ entries, everybody }: Memory, claims: JsonObject): boolean {
  const { iat, sub, tenant_id: tenantId } = claims
  const isVoid = (kind: Kind, id: unknown) => {
    const entry = typeof id === 'string' ? entries[kind].get(id) : undefined
    return entry !== undefined && (FOR_GOOD.has(kind) || isBefore(iat, entry.notBefore))
  }
  return (
    (everybody > -Infinity && isBefore(iat, everybody)) ||
    isVoid('token', claims['jti']) ||
    // Exchanged for another token (RFC 8693), it ends with that.
    isVoid('token', claims['origin_jti']) ||
    isVoid('grant', claims['grant_id']) ||
    isVoid('subject', sub) ||
    isVoid('subject', memberKey(String(sub), String(tenantId))) ||
    isVoid('session', claims['sid']) ||
    isVoid('client', claims['client_id']) ||
    actorsOf(claims).some((id) => isVoid('client', id)) ||
    isVoid('tenant', tenantId)
  )
}

/** Who acts for the subject, and through whom (RFC 8693 section 4.1): clients, by their ids. */
function actorsOf({ act }: JsonObject): readonly unknown[] {
  return isJsonObject(act) ? [act['sub'], ...actorsOf(act)] : []
}

// No id has a line break.
const memberKey = (sub: string, tenantId: string) => `${tenantId}\n${sub}`

// A token that does not say when it was issued cannot show that it came after.
const isBefore = (iat: unknown, notBefore: number) => !(typeof iat === 'number' && iat >= notBefore)
