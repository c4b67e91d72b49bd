import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeJson } from '../files.ts'
import { describePlatform, type Platform } from '../seed/platform.ts'
import { buildSeed } from '../seed/seed.ts'
import { ensureSecrets, serviceNames, type Secrets } from '../secrets.ts'
import { readSettings, root } from '../settings.ts'

/**
 * Draws the secrets that docker-compose.yml mounts, one file each, and the seed of the same
 * demonstration that the local platform has. Run again it changes nothing.
 */
const directory = resolve(root, process.env['SECRETS_DIR'] ?? join('.local', 'compose'))
await mkdir(directory, { recursive: true })
// The folder keeps them from other users of this host. The files are readable, because inside the
// containers they keep their owner and mode, and the services run as a user of their own.
await chmod(directory, 0o700)
const secrets = await ensureSecrets(join(directory, 'secrets.json'))
const { ports } = readSettings({}, root)
const platform = describePlatform({ ports, callbackOrigins: [] }, secrets)
for (const [name, value] of Object.entries(composeSecrets(secrets, platform))) {
  await writeFile(join(directory, name), value, { mode: 0o644 })
}
await writeJson(join(directory, 'platform.json'), platform)
console.log(`Secrets for docker compose are in ${directory}; accounts are in its platform.json.`)

function composeSecrets(drawn: Secrets, described: Platform): Record<string, string> {
  const databases = serviceNames.flatMap((name) => {
    const password = drawn.databases[name]
    return [
      [`${name}_database_password`, password],
      [`${name}_database_url`, `postgresql://${name}:${password}@postgres:5432/${name}`],
    ]
  })
  return {
    ...Object.fromEntries(databases),
    postgres_password: drawn.postgres,
    iam_key_encryption_key: drawn.iamKeyEncryptionKey,
    iam_cookie_keys: drawn.cookieKey,
    iam_seed: JSON.stringify(buildSeed(described, drawn)),
    bpm_key_encryption_key: drawn.bpmKeyEncryptionKey,
    dms_address_signing_key: drawn.addressSigningKey,
    workflow_client_secret: drawn.clients.workflow,
    document_client_secret: drawn.clients.document,
    sample_client_secret: drawn.clients.sample,
    sample_tenant_ids: drawn.ids.demo,
    storage_access_key: 'countersign',
    storage_secret_key: drawn.storage,
  }
}
