import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Setup, setUp, upload } from '../../testing/setup.ts'
import { exportAudit, verifyExport } from './export.ts'
import { publicKeyOf } from './signed-head.ts'

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
})
