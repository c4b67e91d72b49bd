import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealer } from '@countersign/service-kit/sealing'
import { useDatabase } from '@countersign/test-kit/database'
import { migrations } from '../migrations.ts'
import { apiAs } from '../testing/api.ts'
import { discoverService } from '../testing/sign-in.ts'
import { startFreshIam, startIam, startSecondProcess } from '../testing/start.ts'
import { world } from '../testing/world.ts'
import { listKeys } from './queries.ts'
import { replaceLostKeys, rotateKeys } from './rotate.ts'
import { openKey } from './seal.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const readKeys = async (url: string) => {
  const response = await fetch(`${url}/oauth2/jwks`)
  return {
    headers: response.headers,
    keys: ((await response.json()) as { keys: Record<string, unknown>[] }).keys,
  }
}

const verify = (token: string) =>
  oauth.validateJwtAccessToken(
    { issuer: iam.url, jwks_uri: `${iam.url}/oauth2/jwks` },
    new Request('http://api.example/', { headers: { authorization: `Bearer ${token}` } }),
    iam.url,
    { [oauth.allowInsecureRequests]: true },
  )

describe('signing keys', () => {
  it('[IAM-16] are published with kid, algorithm and the public RSA parts alone', async () => {
    const { keys, headers } = await readKeys(iam.url)
    expect(keys).toHaveLength(2)
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
    }
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const again = await fetch(`${iam.url}/oauth2/jwks`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('[IAM-16] are the same for processes that start together on an empty database', async () => {
    const { url: databaseUrl } = await useDatabase({ migrations })
    const processes = await Promise.all([1, 2, 3].map(() => startIam({ databaseUrl })))
    const sets = await Promise.all(processes.map(({ url }) => readKeys(url)))
    await Promise.all(processes.map(({ stop }) => stop()))
    expect(new Set(sets.map(({ keys }) => JSON.stringify(keys))).size).toBe(1)
  })

  it('[IAM-17] rest sealed in the database', async () => {
    const rows = await iam.deps.db.selectFrom('signing_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/"d":|PRIVATE/)
  })

  it('[IAM-17] rotate under load on two processes: no request fails and every token verifies', async () => {
    const second = await startSecondProcess(iam)
    const configs = [await discoverService(iam.url)]
    const tokens: string[] = []
    let done = false
    const load = Array.from({ length: 4 }, async (_, i) => {
      const base = i % 2 === 0 ? iam.url : second.url
      while (!done) {
        const fields = {
          grant_type: 'client_credentials',
          scope: 'bpm.events',
          client_id: 'workflow',
          client_secret: 'workflow'.padEnd(32, '_'),
        }
        const response = await fetch(`${base}/oauth2/token`, {
          method: 'POST',
          body: new URLSearchParams(fields),
        })
        expect(response.status).toBe(200)
        tokens.push(((await response.json()) as { access_token: string }).access_token)
      }
    })
    const platform = await apiAs(iam.url, 'platform')
    for (let i = 0; i < 3; i++) expect((await platform('POST', '/keys/rotate')).status).toBe(200)
    done = true
    await Promise.all(load)

    const kids = new Set(
      tokens.map(
        (token) =>
          (
            JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
              kid: string
            }
          ).kid,
      ),
    )
    expect(kids.size).toBeGreaterThan(1)
    await Promise.all(tokens.map(verify))
    const after = await openid.clientCredentialsGrant(
      configs[0] ?? (await discoverService(iam.url)),
      {},
    )
    await verify(after.access_token)
  })

  it('[IAM-17] keep the previous one until its last token has expired, and never show it again', async () => {
    const platform = await apiAs(iam.url, 'platform')
    const before = await platform('GET', '/keys')
    const current = before.body.items?.find(({ status }) => status === 'current')?.['kid']
    await platform('POST', '/keys/rotate')
    const rotated = await iam.deps.db
      .selectFrom('audit_events')
      .select(['target_id as targetId', 'details'])
      .where('action', '=', 'key.rotated')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const next = before.body.items?.find(({ status }) => status === 'next')?.['kid']
    expect(rotated).toEqual({ targetId: next, details: { before: current, after: next } })
    const kids = async () => (await readKeys(iam.url)).keys.map(({ kid }) => kid)
    expect(await kids()).toContain(current)
    await iam.deps.db
      .updateTable('signing_keys')
      .set({ published_until: new Date(Date.now() - 1) })
      .where('kid', '=', String(current))
      .execute()
    expect(await kids()).not.toContain(current)
  })

  it('[IAM-17] have no private half any more when they sign no more', async () => {
    const platform = await apiAs(iam.url, 'platform')
    await platform('POST', '/keys/rotate')
    const rows = await listKeys(iam.deps.db)
    expect(rows.some(({ status }) => status === 'previous')).toBe(true)
    for (const { status, sealedPrivateKey } of rows) {
      expect(sealedPrivateKey === null).toBe(status === 'previous' || status === 'withdrawn')
    }
  })

  it('[IAM-17] stay as they are when the encryption key is another', async () => {
    const stranger = createSealer(Buffer.alloc(32, 8).toString('base64url'))
    const before = await listKeys(iam.deps.db)
    await expect(
      rotateKeys({ ...iam.deps, sealer: stranger }, { actorKind: 'system' }),
    ).rejects.toThrow(/does not open with KEY_ENCRYPTION_KEY/)
    expect(await listKeys(iam.deps.db)).toEqual(before)
  })

  it('[IAM-17] are replaced when their encryption key is lost, and live tokens still verify', async () => {
    const { db, now } = iam.deps
    const { access_token: token } = await openid.clientCredentialsGrant(
      await discoverService(iam.url),
      {},
    )
    const lost = await listKeys(db)
    const fresh = createSealer(Buffer.alloc(32, 9).toString('base64url'))
    await replaceLostKeys({ db, now, sealer: fresh }, { actorKind: 'system' })
    const live = (await listKeys(db)).filter(({ status }) => /next|current/.test(status))
    expect(live).toHaveLength(2)
    for (const key of live) {
      expect(lost.map(({ kid }) => kid)).not.toContain(key.kid)
      expect(openKey(fresh, key).length).toBeGreaterThan(0)
    }
    const kidOf = (status: string) => lost.find((key) => key.status === status)?.kid
    const published = (await listKeys(db)).filter(({ status }) => status === 'previous')
    expect(published.map(({ kid }) => kid)).toContain(kidOf('current'))

    // The service still has the old encryption key: to it, the new ones are the lost ones.
    await replaceLostKeys(iam.deps, { actorKind: 'system' })
    await verify(token)
    const count = (await listKeys(db)).length
    await replaceLostKeys(iam.deps, { actorKind: 'system' })
    expect(await listKeys(db)).toHaveLength(count)
  })

  it('[IAM-17] can be withdrawn at once', async () => {
    const platform = await apiAs(iam.url, 'platform')
    const { access_token: token } = await openid.clientCredentialsGrant(
      await discoverService(iam.url),
      {},
    )
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string
    }
    expect((await platform('POST', `/keys/${kid}/withdraw`)).status).toBe(200)
    const withdrawn = (await listKeys(iam.deps.db)).find((key) => key.kid === kid)
    expect(withdrawn).toMatchObject({ status: 'withdrawn', sealedPrivateKey: null })
    await expect(verify(token)).rejects.toThrow()
    const { access_token: next } = await openid.clientCredentialsGrant(
      await discoverService(iam.url),
      {},
    )
    await verify(next)
    expect((await platform('POST', `/keys/${kid}/withdraw`)).body.code).toBe('iam.key_not_live')
  })
})
