import { createSealer } from '@countersign/service-kit/sealing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTotp, findTotp } from '../second-factor/queries.ts'
import { generateTotp, openTotp } from '../second-factor/totp.ts'
import { apiAs } from '../testing/api.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, userIds, world } from '../testing/world.ts'
import { openProvider } from '../upstream/open-provider.ts'
import { findProvider } from '../features/federation/queries.ts'
import { listKeys } from './queries.ts'
import { resealAll } from './reseal.ts'
import { openKey } from './seal.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const [before, next] = [keyOf(7), keyOf(8)]
const label = { issuer: 'Countersign', username: 'ada' }

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  await iam.deps.keyRing.get()
})
afterAll(() => iam.stop())

describe('another KEY_ENCRYPTION_KEY', () => {
  it('opens all that rested under the one before, once it was sealed anew, also twice at once', async () => {
    const { db } = iam.deps
    const totp = await generateTotp(createSealer(before), userIds.employee, label)
    await beginTotp(db, userIds.employee, totp.sealed, new Date())
    const admin = await apiAs(iam.url, 'admin')
    const { body } = await admin('POST', '/identity-providers', {
      kind: 'oidc',
      name: 'Corp',
      issuer: 'https://idp.corp.example',
      clientId: 'countersign',
      clientSecret: 'the secret of the client',
    })

    const both = createSealer(`${next},${before}`)
    await Promise.all([resealAll(db, both), resealAll(db, both)])

    expect(await resealAll(db, both)).toEqual({ count: 0, foreign: [] })
    const sealer = createSealer(next)
    const keys = (await listKeys(db)).filter(({ sealedPrivateKey }) => sealedPrivateKey !== null)
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(openKey(sealer, key).length).toBeGreaterThan(1_000)
    const { sealedSecret = '' } = (await findTotp(db, userIds.employee)) ?? {}
    expect(await openTotp(sealer, userIds.employee, sealedSecret, label)).toMatchObject({
      secret: totp.secret,
    })
    const provider = await findProvider(db, acme, String(body['id']))
    if (provider === undefined) throw new Error('the provider is gone')
    expect(openProvider(sealer, provider)).toMatchObject({
      provider: { secret: 'the secret of the client' },
    })
  })

  it('names what no key opens, and seals the others anew', async () => {
    const { db } = iam.deps
    const third = keyOf(10)
    const people = [userIds.admin, userIds.employee, userIds.manager].toSorted()
    const [, foreign = ''] = people
    for (const userId of people) {
      const sealer = createSealer(userId === foreign ? keyOf(9) : next)
      await db.deleteFrom('user_totp').where('user_id', '=', userId).execute()
      await beginTotp(db, userId, (await generateTotp(sealer, userId, label)).sealed, new Date())
    }

    const both = createSealer(`${third},${next}`)
    // Two keys that sign tokens, two people and a provider.
    expect(await resealAll(db, both)).toEqual({ count: 5, foreign: [`totp:${foreign}`] })
    expect(await resealAll(db, createSealer(third))).toEqual({
      count: 0,
      foreign: [`totp:${foreign}`],
    })
  })

  it('changes nothing that no key opens', async () => {
    const stored = await listKeys(iam.deps.db)
    const { count, foreign } = await resealAll(iam.deps.db, createSealer(keyOf(11)))
    expect([count, foreign.length]).toEqual([0, 6])
    expect(await listKeys(iam.deps.db)).toEqual(stored)
  })
})
