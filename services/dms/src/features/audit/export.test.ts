import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Setup, setUp, upload } from '../../testing/setup.ts'
import { exportAudit, verifyExport } from './export.ts'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { signHead } from './signed-head.ts'

const key = randomBytes(32).toString('base64url')

let setup: Setup
let lines: string[]

beforeAll(async () => {
  setup = await setUp()
  await upload(setup, setup.makeUser())
  await upload(setup, setup.makeUser())
  lines = await Readable.from(exportAudit(setup.deps, setup.tenantId, key)).toArray()
})
afterAll(() => setup.close())

const verify = (text: readonly string[], by = publicKeyOf(key)) =>
  verifyExport(Readable.from([...text]), by)

describe('an exported audit', () => {
  it('[DMS-15] is verified with nothing but the public key', async () => {
    expect(lines.length).toBeGreaterThan(4)
    expect(await verify(lines)).toEqual({ valid: true, checked: lines.length - 1 })
  })

  it('[DMS-15] shows what was changed, left out, cut off or signed by somebody else', async () => {
    const [head = ''] = lines.slice(-1)
    const changed = lines.map((line, index) => (index === 1 ? line.replace('user', 'usor') : line))
    expect(await verify(changed)).toMatchObject({ valid: false, fault: 'event 2: changed' })
    expect(await verify(lines.toSpliced(1, 1))).toMatchObject({ fault: 'event 2: gap' })
    expect(await verify([...lines.slice(0, -2), head])).toMatchObject({
      fault: 'the end is cut off',
    })
    expect(await verify(lines.slice(0, -1))).toMatchObject({ fault: 'there is no signed head' })
    expect(await verify(['{}'])).toMatchObject({ fault: 'a line is no event' })
    const other = publicKeyOf(randomBytes(32).toString('base64url'))
    expect(await verify(lines, other)).toMatchObject({
      fault: 'the head is not signed by this key',
    })
  })

  it('[DMS-15] ends with its head: what follows one, or stands behind that of nothing, is no audit', async () => {
    const [event = ''] = lines
    expect(await verify([...lines, event])).toMatchObject({
      valid: false,
      fault: 'something follows the signed head',
    })
    const hash = '0'.repeat(64)
    const ofNothing = { tenantId: setup.tenantId, sequence: 0, hash, exportedAt: 'then' }
    const head = JSON.stringify({ head: signHead(key, ofNothing) })
    expect(await verify([head])).toEqual({ valid: true, checked: 0 })
    expect(await verify([head, ...lines])).toMatchObject({ valid: false })
    expect(await verify([...lines, ''])).toMatchObject({ valid: false })
  })

  it('[DMS-15] is an event of the audit itself', async () => {
    const [event = '{}'] = lines.slice(-2)
    expect(JSON.parse(event)).toMatchObject({ action: 'audit.exported', actorKind: 'system' })
  })

  it('[DMS-15] shows events in another order, and a head that is not of these events', async () => {
    const swapped = lines.with(1, lines[2] ?? '').with(2, lines[1] ?? '')
    expect(await verify(swapped)).toMatchObject({ valid: false, fault: 'event 2: gap' })
    const [head = ''] = lines.slice(-1)
    const forged = head.replace(/"hash":"../, '"hash":"00')
    expect(await verify([...lines.slice(0, -1), forged])).toMatchObject({
      fault: 'the head is not signed by this key',
    })
    const elsewhere = await setUp()
    await upload(elsewhere, elsewhere.makeUser())
    const others = exportAudit(elsewhere.deps, elsewhere.tenantId, key)
    const theirs: string[] = await Readable.from(others).toArray()
    const [foreign = ''] = theirs.slice(-1)
    await elsewhere.close()
    expect(await verify([...lines.slice(0, -1), foreign])).toMatchObject({
      fault: 'the end is cut off',
    })
  })

  it('[DMS-15] is what it was, or is found to have been written anew and signed again', async () => {
    const [head = ''] = lines.slice(-1)
    const check = (text: readonly string[], earlier: readonly string[]) =>
      verifyExport(Readable.from([...text]), publicKeyOf(key), Readable.from([...earlier]))
    await upload(setup, setup.makeUser())
    const later = await Readable.from(exportAudit(setup.deps, setup.tenantId, key)).toArray()
    expect(await check(later, lines)).toMatchObject({ valid: true, checked: later.length - 1 })
    expect(await check(later, [head])).toMatchObject({ valid: true })
    expect(await check(lines, later)).toMatchObject({ fault: 'the earlier export has more' })

    // Another history of the same tenant: whole, unbroken, and signed by the service itself.
    const anew = await setUp()
    const user = anew.makeUser({ tenantId: setup.tenantId })
    for (let count = 0; count < 4; count++) await upload(anew, user)
    const rewritten = await Readable.from(exportAudit(anew.deps, setup.tenantId, key)).toArray()
    await anew.close()
    expect(await verify(rewritten)).toMatchObject({ valid: true })
    expect(await check(rewritten, lines)).toMatchObject({
      valid: false,
      fault: `event ${lines.length - 1}: not what the earlier export has`,
    })
    expect(await check(later, ['{}'])).toMatchObject({
      fault: 'the earlier export has no head signed by this key',
    })
  })
})
