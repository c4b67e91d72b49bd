import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { accountsOf, type Account } from './people.ts'

export interface PlatformClient {
  readonly purpose:
    'workflow' | 'document' | 'gateway' | 'sample' | 'console' | 'reference' | 'sample-spa'
  readonly clientId: string
  readonly type: 'SPA' | 'SERVICE'
  readonly clientSecret?: string
  readonly redirectUris?: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
}

/** The content of platform.json: all that people and scripts need to sign in and call. */
export interface Platform {
  readonly baseUrl: string
  readonly services: Readonly<Record<'iam' | 'bpm' | 'dms', string>>
  readonly tenants: readonly { readonly id: string; readonly name: string }[]
  readonly users: readonly Account[]
  readonly clients: readonly PlatformClient[]
  readonly console: string
  readonly sampleApp: {
    readonly baseUrl: string
    readonly bizType: string
    readonly callbackOrigin: string
  }
  readonly callbackOrigins: readonly string[]
  readonly ready: true
}

/** @param settings Without an address, the platform is on this machine's gateway port. */
export function describePlatform(
  settings: Pick<Settings, 'ports' | 'callbackOrigins'> & { readonly baseUrl?: string },
  secrets: Secrets,
): Platform {
  const { ports, callbackOrigins } = settings
  const at = (port: number) => `http://localhost:${port}`
  const { baseUrl = at(ports.gateway) } = settings
  const sampleUrl = at(ports.expense)
  const { ids } = secrets
  return {
    baseUrl,
    services: { iam: at(ports.iam), bpm: at(ports.bpm), dms: at(ports.dms) },
    tenants: [
      { id: ids.demo, name: 'Demo' },
      { id: ids.elsewhere, name: 'Elsewhere' },
    ],
    users: accountsOf(secrets),
    clients: describeClients(baseUrl, ports.expense, secrets),
    console: `${baseUrl}/console/`,
    sampleApp: { baseUrl: sampleUrl, bizType: 'expense', callbackOrigin: sampleUrl },
    callbackOrigins: [...new Set([sampleUrl, at(ports.dms), ...callbackOrigins])],
    ready: true,
  }
}

function describeClients(baseUrl: string, samplePort: number, { clients }: Secrets) {
  // The second loopback address is for scripts and tests, which listen themselves or not at all.
  const own = (path: string) => [`${baseUrl}${path}`, `http://127.0.0.1:${samplePort}${path}`]
  const sample = (path: string) => [`http://localhost:${samplePort}${path}`, ...own(path).slice(1)]
  return [
    {
      purpose: 'workflow',
      clientId: 'countersign-workflow',
      type: 'SERVICE',
      clientSecret: clients.workflow,
    },
    {
      purpose: 'document',
      clientId: 'countersign-documents',
      type: 'SERVICE',
      clientSecret: clients.document,
    },
    {
      purpose: 'gateway',
      clientId: 'countersign-gateway',
      type: 'SERVICE',
      clientSecret: clients.gateway,
    },
    { purpose: 'sample', clientId: 'expense-app', type: 'SERVICE', clientSecret: clients.sample },
    {
      purpose: 'console',
      clientId: 'countersign-console',
      type: 'SPA',
      redirectUris: own('/console/callback'),
      postLogoutRedirectUris: own('/console/'),
    },
    {
      purpose: 'reference',
      clientId: 'countersign-reference',
      type: 'SPA',
      redirectUris: ['iam', 'bpm', 'dms'].map((name) => `${baseUrl}/docs/${name}/docs/signed-in`),
      postLogoutRedirectUris: [`${baseUrl}/docs`],
    },
    {
      purpose: 'sample-spa',
      clientId: 'expense-spa',
      type: 'SPA',
      redirectUris: sample('/callback'),
      postLogoutRedirectUris: sample('/'),
    },
  ] satisfies PlatformClient[]
}
