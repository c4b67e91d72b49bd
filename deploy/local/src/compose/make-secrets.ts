import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJson } from '../files.ts'
import type { Platform } from '../seed/platform.ts'
import { buildSeed } from '../seed/seed.ts'
import { ensureSecrets, ownedNames, ownerOf, serviceNames, type Secrets } from '../secrets.ts'
import { describeComposed, readComposeSettings } from './settings.ts'

/**
 * Draws the secrets that docker-compose.yml mounts, one file each, and the seed of the same
 * demonstration that the local platform has. Run again it keeps what was drawn, and takes over the
 * addresses that are set now.
 */
const settings = readComposeSettings(process.env)
const { directory } = settings
await mkdir(directory, { recursive: true })
// The folder keeps them from other users of this host. The files are readable, because inside the
// containers they keep their owner and mode, and the services run as a user of their own.
await chmod(directory, 0o700)
const secrets = await ensureSecrets(join(directory, 'secrets.json'))
const platform = describeComposed(settings, secrets)
for (const [name, value] of Object.entries(composeSecrets(secrets, platform))) {
  await writeFile(join(directory, name), value, { mode: 0o644 })
}
await writeJson(join(directory, 'platform.json'), platform)
console.log(`Secrets for docker compose are in ${directory}; accounts are in its platform.json.`)

/** Pages of the platform by their path: iam puts its own address before it when the seed is applied. */
function withoutAddress(described: Platform): Platform {
  const prefix = `${described.baseUrl}/`
  const pathOf = (address: string) =>
    address.startsWith(prefix) ? address.slice(prefix.length - 1) : address
  return {
    ...described,
    clients: described.clients.map((client) => ({
      ...client,
      ...(client.redirectUris && { redirectUris: client.redirectUris.map(pathOf) }),
      ...(client.postLogoutRedirectUris && {
        postLogoutRedirectUris: client.postLogoutRedirectUris.map(pathOf),
      }),
    })),
  }
}

function composeSecrets(drawn: Secrets, described: Platform): Record<string, string> {
  const databases = serviceNames.flatMap((name) => {
    const password = drawn.databases[name]
    return [
      [`${name}_database_password`, password],
      [`${name}_database_url`, `postgresql://${name}:${password}@postgres:5432/${name}`],
    ]
  })
  const owners = ownedNames.flatMap((name) => {
    const password = drawn.owners[name]
    const address = `postgresql://${ownerOf(name)}:${password}@postgres:5432/${name}`
    return [
      [`${name}_owner_password`, password],
      [`${name}_owner_url`, address],
    ]
  })
  return {
    ...Object.fromEntries([...databases, ...owners]),
    postgres_password: drawn.postgres,
    iam_key_encryption_key: drawn.iamKeyEncryptionKey,
    iam_cookie_keys: drawn.cookieKey,
    iam_seed: JSON.stringify(buildSeed(withoutAddress(described), drawn)),
    bpm_key_encryption_key: drawn.bpmKeyEncryptionKey,
    bpm_vapid_keys: drawn.vapidKey,
    dms_address_signing_key: drawn.addressSigningKey,
    iam_audit_signing_key: drawn.auditSigningKeys.iam,
    bpm_audit_signing_key: drawn.auditSigningKeys.bpm,
    dms_audit_signing_key: drawn.auditSigningKeys.dms,
    workflow_client_secret: drawn.clients.workflow,
    document_client_secret: drawn.clients.document,
    gateway_client_secret: drawn.clients.gateway,
    sample_client_secret: drawn.clients.sample,
    sample_tenant_ids: drawn.ids.demo,
    storage_access_key: 'countersign',
    storage_secret_key: drawn.storage,
  }
}
