import { listOf } from '@countersign/service-kit/config'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient, type HttpClient } from '@countersign/service-kit/http-client'
import type { Logger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import type { Config } from './config.ts'
import type { Schema } from './db/schema.ts'
import type { Deps } from './deps.ts'
import { createDirectory } from './clients/directory.ts'
import { createDocuments } from './clients/documents.ts'
import { createOffload } from './offload/offload.ts'
import { pushSettingsOf } from './push-settings.ts'
import { createProcesses } from './runtime/load/processes.ts'
import { createWriter } from './runtime/write/writer.ts'

/** Builds what the use-cases are given, and the client that calls iam. Nothing connects before it is used. */
export function createDeps(
  config: Config,
  log: Logger,
): { readonly deps: Deps; readonly http: HttpClient } {
  const now = () => new Date()
  const http = createHttpClient({ userAgent: 'countersign-bpm' })
  const db = createDatabase<Schema>({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'bpm',
    log,
  })
  const serviceTokens = createServiceTokens({
    tokenUrl: new URL('/oauth2/token', config.IAM_URL).href,
    clientId: config.BPM_CLIENT_ID,
    clientSecret: config.BPM_CLIENT_SECRET,
    http,
    now,
  })
  const offload = createOffload({ log })
  const deps = {
    db,
    writer: createWriter(db, { atOnce: config.ACTIONS_PER_STATEMENT }),
    log,
    now,
    directory: createDirectory({ iamUrl: config.IAM_URL, http, tokens: serviceTokens, now }),
    documents: createDocuments({ dmsUrl: config.DMS_URL, http, tokens: serviceTokens }),
    processes: createProcesses(db, offload),
    offload,
    engineOptions: { administratorsRole: config.ADMINISTRATORS_ROLE },
    callbackOrigins: listOf(config.BPM_CALLBACK_ORIGINS),
    publicUrl: config.ISSUER_URL,
    serviceTokens,
    sealer: createSealer(config.KEY_ENCRYPTION_KEY),
    push: pushSettingsOf(config),
  }
  return { deps, http }
}
