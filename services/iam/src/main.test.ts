import { useDatabase } from '@countersign/test-kit/database'
import { loadedAtStart } from '@countersign/test-kit/loaded-modules'
import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('loads at its start what each process needs, and no more', async () => {
  const { url } = await useDatabase({ migrations })
  const env = {
    DATABASE_URL: url,
    ISSUER_URL: 'http://platform.test',
    JWKS_URL: 'http://127.0.0.1:9/oauth2/jwks',
    COOKIE_KEYS: 'a cookie key for tests that is long enough',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
  }
  const parts = ['/iam/src/workers.ts', '/uqr/', '/src/route-facts.ts', '/src/route-examples.ts']
  expect(await loadedAtStart(new URL('main.ts', import.meta.url), env, parts)).toEqual([parts[0]])
})
