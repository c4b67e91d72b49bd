import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clientOf } from '../plan.ts'
import { ensureSecrets } from '../secrets.ts'
import { describeComposed, readComposeSettings } from './settings.ts'

async function addressesWith(env: NodeJS.ProcessEnv) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const secrets = await ensureSecrets(join(folder, 'secrets.json'))
  const platform = describeComposed(readComposeSettings(env), secrets)
  return {
    platform: platform.baseUrl,
    console: clientOf(platform, 'console').redirectUris?.[0],
    sample: clientOf(platform, 'sample-spa').redirectUris?.[0],
  }
}

it('people come back to the ports that docker compose publishes', async () => {
  expect(await addressesWith({ GATEWAY_PORT: '9000', SAMPLE_PORT: '9004' })).toEqual({
    platform: 'http://localhost:9000',
    console: 'http://localhost:9000/console/callback',
    sample: 'http://localhost:9004/callback',
  })
})

it('the public address goes before the port, and an empty setting is none', async () => {
  const env = { PUBLIC_URL: 'https://sign.example', GATEWAY_PORT: '9000', SAMPLE_PORT: '' }
  expect(await addressesWith(env)).toEqual({
    platform: 'https://sign.example',
    console: 'https://sign.example/console/callback',
    sample: 'http://localhost:8084/callback',
  })
})
