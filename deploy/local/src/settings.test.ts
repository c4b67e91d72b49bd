import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, root } from './settings.ts'

describe('readSettings', () => {
  it('counts ten ports from the base and keeps its data in the checkout', () => {
    const { ports, dataDir } = readSettings({}, '/somewhere')
    expect(dataDir).toBe(join(root, '.local'))
    expect(Object.values(ports)).toEqual(Array.from({ length: 10 }, (_, index) => 8080 + index))
    expect(ports).toMatchObject({ gateway: 8080, expense: 8084, postgres: 8085 })
  })

  it('takes a relative DATA_DIR from where the person stands', () => {
    const { ports, dataDir } = readSettings({ PORT_BASE: '9080', DATA_DIR: 'two' }, '/somewhere')
    expect(dataDir).toBe(resolve('/somewhere', 'two'))
    expect(ports.gatewayManagement).toBe(9089)
  })

  it.each(['0', '80', '65530', '8080x', '-1', '8e3', '99999'])('refuses PORT_BASE=%s', (base) => {
    expect(() => readSettings({ PORT_BASE: base }, '/')).toThrow(/^PORT_BASE is .* from 1024 to/)
  })

  it('[BPM-05] takes further callback origins, and names one that is none', () => {
    const read = (origins: string) => readSettings({ BPM_CALLBACK_ORIGINS: origins }, '/')
    expect(read(' http://localhost:3000, https://*.example.com,').callbackOrigins).toEqual([
      'http://localhost:3000',
      'https://*.example.com',
    ])
    expect(read('').callbackOrigins).toEqual([])
    for (const wrong of ['localhost:3000', 'http://a/path', 'ftp://a', 'http://u@a']) {
      expect(() => read(wrong)).toThrow(/^BPM_CALLBACK_ORIGINS names/)
    }
  })

  it('hands each service what is set for it, as such or as a file, and nothing else', () => {
    const { operator } = readSettings(
      {
        SMTP_URL: 'smtp://localhost:1025',
        MAIL_FROM: '',
        FEDERATION_ORIGINS: 'https://sso.corp.example',
        VAPID_KEYS_FILE: '/run/vapid',
        AUDIT_SIGNING_KEY_FILE: '/run/key',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
        OTEL_SERVICE_NAME: 'one for all',
        DATABASE_URL: 'postgresql://elsewhere',
      },
      '/',
    )
    const tracing = { OTEL_TRACES_SAMPLER_ARG: '0.1' }
    expect(operator).toEqual({
      iam: {
        FEDERATION_ORIGINS: 'https://sso.corp.example',
        SMTP_URL: 'smtp://localhost:1025',
        AUDIT_SIGNING_KEY_FILE: '/run/key',
        ...tracing,
      },
      bpm: {
        VAPID_KEYS_FILE: '/run/vapid',
        SMTP_URL: 'smtp://localhost:1025',
        AUDIT_SIGNING_KEY_FILE: '/run/key',
        ...tracing,
      },
      dms: { AUDIT_SIGNING_KEY_FILE: '/run/key', ...tracing },
      gateway: tracing,
    })
  })

  it('refuses an unknown LOG_LEVEL', () => {
    expect(() => readSettings({ LOG_LEVEL: 'loud' }, '/')).toThrow(/^LOG_LEVEL is "loud"/)
  })
})
