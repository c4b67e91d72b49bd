import { join, resolve } from 'node:path'
import type { Secrets } from '../secrets.ts'
import { describePlatform, type Platform } from '../seed/platform.ts'
import { readSettings, root } from '../settings.ts'

/** What docker-compose.yml reads of the environment and the seed depends on, with the same defaults. */
export interface ComposeSettings {
  /** Public base URL of the platform, without a slash at its end. */
  readonly baseUrl: string
  /** Where this host publishes the sample application. */
  readonly samplePort: number
  /** Folder of the secrets. */
  readonly directory: string
}

export function readComposeSettings(env: NodeJS.ProcessEnv): ComposeSettings {
  return {
    baseUrl: env['PUBLIC_URL'] || `http://localhost:${env['GATEWAY_PORT'] || 8080}`,
    samplePort: Number(env['SAMPLE_PORT'] || 8084),
    directory: resolve(root, env['SECRETS_DIR'] || join('.local', 'compose')),
  }
}

export function describeComposed(
  { baseUrl, samplePort }: ComposeSettings,
  secrets: Secrets,
): Platform {
  const { ports } = readSettings({}, root)
  const settings = { ports: { ...ports, expense: samplePort }, callbackOrigins: [], baseUrl }
  return describePlatform(settings, secrets)
}
