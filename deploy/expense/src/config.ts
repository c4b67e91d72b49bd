import { readFileSync } from 'node:fs'

export interface Config {
  readonly port: number
  readonly host: string
  readonly logLevel: string
  readonly databaseUrl: string
  /** Public base URL of the platform, the `iss` of its tokens. */
  readonly issuerUrl: string
  readonly jwksUrl: string
  readonly iamUrl: string
  readonly bpmUrl: string
  /** This application as a SERVICE client. */
  readonly clientId: string
  readonly clientSecret: string
  /** The tenants it works for. */
  readonly tenantIds: readonly string[]
  /** Where the workflow service reaches us. */
  readonly callbackOrigin: string
  /** Whose events are believed. */
  readonly workflowClientId: string
  /** What tokens are while it cannot be read what was revoked; `off` reads nothing. */
  readonly revocationFeed: 'open' | 'closed' | 'off'
  /** Port of GET /metrics; off when undefined. */
  readonly managementPort: number | undefined
  /** The folder of the built pages, and the SPA client they sign in as. Without it: the API alone. */
  readonly web: { readonly root: string; readonly clientId: string } | undefined
}

/** @throws Error naming every setting that is missing. `NAME_FILE` may give a file instead. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const missing: string[] = []
  const read = (name: string, fallback?: string) => {
    const value = readSetting(env, name) || fallback
    if (value === undefined) missing.push(name)
    return value ?? ''
  }
  const port = read('PORT', '8084')
  const issuerUrl = read('ISSUER_URL', env['BASE_URL'])
  const managementPort = readSetting(env, 'MANAGEMENT_PORT')
  const webRoot = readSetting(env, 'WEB_ROOT')
  const config = {
    port: Number(port),
    host: read('HOST', '127.0.0.1'),
    logLevel: read('LOG_LEVEL', 'info'),
    databaseUrl: read('DATABASE_URL'),
    issuerUrl,
    jwksUrl: read('JWKS_URL', `${issuerUrl}/oauth2/jwks`),
    iamUrl: read('IAM_URL', issuerUrl),
    bpmUrl: read('BPM_URL', issuerUrl),
    clientId: read('CLIENT_ID'),
    clientSecret: read('CLIENT_SECRET'),
    tenantIds: readList(read('TENANT_IDS', env['TENANT_ID'])),
    callbackOrigin: read('CALLBACK_ORIGIN', `http://localhost:${port}`),
    workflowClientId: read('WORKFLOW_CLIENT_ID'),
    revocationFeed: readFeed(read('REVOCATION_FEED', 'open')),
    managementPort: managementPort === undefined ? undefined : Number(managementPort),
    web: webRoot === undefined ? undefined : { root: webRoot, clientId: read('SPA_CLIENT_ID') },
  }
  if (missing.length > 0) throw new Error(`Not set: ${missing.join(', ')}`)
  return config
}

const readList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function readFeed(text: string): Config['revocationFeed'] {
  if (text === 'open' || text === 'closed' || text === 'off') return text
  throw new Error('REVOCATION_FEED must be open, closed or off')
}

/** A setting, or the content of the file that `NAME_FILE` names, as secrets are mounted. */
export function readSetting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  return file ? readFileSync(file, 'utf8').trim() : env[name]
}
