import { createHash, createPrivateKey } from 'node:crypto'
import type { Sealer } from '@countersign/service-kit/sealing'
import { isPublished } from '../core/signing-keys.ts'
import type { PublicJwk } from '../db/protocol-tables.ts'
import type { IamDatabase } from '../db/types.ts'
import { ensureKeys } from './ensure.ts'
import type { KeyRow } from './queries.ts'
import { openKey } from './seal.ts'
import type { SigningKey } from './sign-token.ts'

export interface PublishedKey extends PublicJwk {
  readonly kid: string
  readonly alg: 'RS256'
  readonly use: 'sig'
}

export interface KeySet {
  readonly keys: readonly PublishedKey[]
  /** Keys that are published no more and were never compromised: what they signed is ours. */
  readonly retired: readonly PublishedKey[]
  /** Strong ETag of the published set. */
  readonly etag: string
  readonly signing: SigningKey & { readonly privateJwk: Record<string, unknown> }
}

export interface KeyRing {
  /** The keys, at most `maxAgeMs` old. */
  get(): Promise<KeySet>
  /** The keys as the database has them now. */
  refresh(): Promise<KeySet>
}

/**
 * The signing keys of the database, kept for a moment: another process's rotation is noticed
 * without a restart, while a token request costs no query. Reads that come together share one.
 */
export function createKeyRing(options: {
  readonly db: IamDatabase
  readonly sealer: Sealer
  readonly now: () => Date
  readonly maxAgeMs?: number
}): KeyRing {
  const { db, sealer, now, maxAgeMs = 2_000 } = options
  let known: { readonly set: KeySet; readonly readAt: number; readonly version: string } | undefined
  let reading: Promise<KeySet> | undefined

  async function read(): Promise<KeySet> {
    const at = performance.now()
    const rows = await ensureKeys(db, sealer, now)
    const version = rows
      .map(({ kid, status, publishedUntil }) => `${kid} ${status} ${publishedUntil?.getTime()}`)
      .join()
    const stale =
      known === undefined ||
      known.version !== version ||
      known.set.keys.length !== published(rows, now()).length
    const set = stale || known === undefined ? toKeySet(rows, sealer, now()) : known.set
    known = { set, readAt: at, version }
    return set
  }

  const refresh = () => (reading ??= read().finally(() => (reading = undefined)))
  return {
    refresh,
    get: async () =>
      known !== undefined && performance.now() - known.readAt < maxAgeMs ? known.set : refresh(),
  }
}

const published = (rows: readonly KeyRow[], at: Date) =>
  rows.filter(({ kid, status, publishedUntil }) =>
    isPublished({ kid, status, publishedUntil: publishedUntil ?? undefined }, at),
  )

function toKeySet(rows: readonly KeyRow[], sealer: Sealer, at: Date): KeySet {
  const current = rows.find(({ status }) => status === 'current')
  if (current === undefined) throw new Error('there is no current signing key')
  const shown = published(rows, at)
  const keys = shown.map(toPublic)
  const retired = rows.filter((row) => row.status === 'previous' && !shown.includes(row))
  const etag = `"${createHash('sha256').update(JSON.stringify(keys)).digest('base64url')}"`
  return { keys, retired: retired.map(toPublic), etag, signing: openSigning(current, sealer) }
}

const toPublic = ({ kid, publicJwk: { kty, n, e } }: KeyRow): PublishedKey => ({
  kty,
  kid,
  alg: 'RS256',
  use: 'sig',
  n,
  e,
})

function openSigning(row: KeyRow, sealer: Sealer): KeySet['signing'] {
  const { kid } = row
  const key = createPrivateKey({ key: openKey(sealer, row), format: 'der', type: 'pkcs8' })
  const privateJwk = { ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  return { kid, key, privateJwk }
}
