import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { CommonConfig, ConfigError, listOf, loadConfig, printConfig, Secret } from './config.ts'

const schema = Type.Object({
  PORT: Type.Integer({ minimum: 1, default: 3000 }),
  NAME: Type.String({ minLength: 1 }),
  PASSWORD: Secret({ description: 'for the test' }),
})

describe('loadConfig', () => {
  it('coerces text to the declared types and fills defaults', () => {
    expect(loadConfig(schema, { NAME: 'a', PASSWORD: 'p' })).toEqual({
      PORT: 3000,
      NAME: 'a',
      PASSWORD: 'p',
    })
    expect(loadConfig(schema, { PORT: '80', NAME: 'a', PASSWORD: 'p' }).PORT).toBe(80)
  })

  it('names all faults at once and shows no value', () => {
    const load = () => loadConfig(schema, { PORT: 'eighty', PASSWORD: '' })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(/PORT must be integer/)
    expect(load).toThrow(/NAME is missing/)
    expect(load).toThrow(/PASSWORD is missing/)
    expect(load).not.toThrow(/eighty/)
  })

  it('reads NAME_FILE as the value of NAME without its last newline', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'password')
    writeFileSync(file, 'from a file\n')
    const config = loadConfig(schema, { NAME: 'a', PASSWORD_FILE: file })
    expect(config.PASSWORD).toBe('from a file')
  })

  it('refuses a setting given twice and a file it cannot read', () => {
    const load = () =>
      loadConfig(schema, { NAME: 'a', NAME_FILE: '/a', PASSWORD_FILE: '/does/not/exist' })
    expect(load).toThrow(/NAME and NAME_FILE are both set/)
    expect(load).toThrow(/PASSWORD_FILE cannot be read/)
    expect(load).not.toThrow(/is missing/)
  })

  it('takes nothing else from the environment', () => {
    expect(loadConfig(schema, { NAME: 'a', PASSWORD: 'p', HOME: '/root' })).not.toHaveProperty(
      'HOME',
    )
  })

  it('refuses an issuer that is no http address', () => {
    const common = Type.Object(CommonConfig)
    const env = { PORT: '1', DATABASE_URL: 'postgresql://x', ISSUER_URL: 'ftp://x' }
    expect(() => loadConfig(common, env)).toThrow(/ISSUER_URL/)
  })
})

it('[DMS-14] prints a configuration without its secrets', () => {
  const printed = printConfig(schema, { PORT: 1, NAME: 'a', PASSWORD: 'hidden' })
  expect(JSON.parse(printed)).toEqual({ PORT: 1, NAME: 'a', PASSWORD: '***' })
})

it('splits lists and drops blanks', () => {
  expect(listOf(' a, b,,')).toEqual(['a', 'b'])
  expect(listOf(undefined)).toEqual([])
})
