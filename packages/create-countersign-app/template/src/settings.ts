export interface Settings {
  /** Public address of the platform: the `iss` of its tokens, and where its APIs are. */
  readonly platformUrl: string
  /** This application as a backend: what the wizard showed. */
  readonly clientId: string
  readonly clientSecret: string
  readonly tenantId: string
  /** Its pages: the client that people sign in to. */
  readonly spaClientId: string
  readonly port: number
  /** Where the platform reaches this program; the `callback.origin` of its business type. */
  readonly origin: string
  /** A folder for its rows, or `memory://`. */
  readonly database: string
}

/** @throws Error that names what is missing. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = (name: string): string => {
    const value = env[name] ?? ''
    if (value === '') throw new Error(`${name} is not set: see .env`)
    return value
  }
  const port = Number(env['PORT'] ?? '8085')
  return {
    platformUrl: read('PLATFORM_URL').replace(/\/$/, ''),
    clientId: read('CLIENT_ID'),
    clientSecret: read('CLIENT_SECRET'),
    tenantId: read('TENANT_ID'),
    spaClientId: read('SPA_CLIENT_ID'),
    port,
    origin: env['ORIGIN'] ?? `http://localhost:${port}`,
    database: env['DATABASE'] ?? 'data',
  }
}
