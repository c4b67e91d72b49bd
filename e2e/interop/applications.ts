import { createServer } from 'node:net'
import { once } from 'node:events'
import { call, type Body } from '../support/api.ts'
import { platform, userNamed } from '../support/platform.ts'
import { tokenOf } from '../support/sign-in.ts'

/** What a foreign program is told of the platform: an application for people and one for services. */
export interface Applications {
  readonly issuer: string
  readonly clientId: string
  readonly origin: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  readonly scope: string
  readonly serviceId: string
  readonly serviceSecret: string
  readonly serviceScope: string
  /** Takes both out of the platform again. */
  readonly remove: () => Promise<void>
}

export interface Wanted {
  /** Of the application. Default 127.0.0.1, another site than the platform's localhost. */
  readonly host?: string
  /** Paths of redirect addresses, where the library has its own; the first is the one to sign in. */
  readonly callbacks?: readonly string[]
  /** Path that is told of sign-outs. */
  readonly backchannelLogout?: string
  readonly settings?: object
}

/** Registers the two applications of a journey, as an administrator does. */
export async function registerApplications(wanted: Wanted = {}): Promise<Applications> {
  const origin = `http://${wanted.host ?? '127.0.0.1'}:${await freePort()}`
  const redirectUris = (wanted.callbacks ?? ['/callback']).map((path) => origin + path)
  const postLogoutRedirectUri = `${origin}/bye`
  const person = await register({
    type: 'SPA',
    name: 'A foreign application',
    redirectUris,
    postLogoutRedirectUris: [postLogoutRedirectUri],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    backchannelLogoutUri:
      wanted.backchannelLogout === undefined ? null : origin + wanted.backchannelLogout,
    ...wanted.settings,
  })
  const serviceScope = 'bpm.instance.read'
  const service = await register({
    type: 'SERVICE',
    name: 'A foreign service',
    scopes: [serviceScope],
    tenants: [userNamed('admin').tenantId],
  })
  return {
    issuer: platform().baseUrl,
    clientId: String(person['clientId']),
    origin,
    redirectUri: redirectUris[0] ?? '',
    postLogoutRedirectUri,
    scope: 'openid profile email',
    serviceId: String(service['clientId']),
    serviceSecret: String(service['clientSecret']),
    serviceScope: `${serviceScope} tenant:${userNamed('admin').tenantId}`,
    remove: async () => {
      const token = await tokenOf('admin')
      for (const { id } of [person, service]) {
        const { status } = await call('DELETE', `/api/iam/v1/clients/${String(id)}`, { token })
        if (status !== 204) throw new Error(`the client stays: ${status}`)
      }
    },
  }
}

async function register(json: object): Promise<Body> {
  const token = await tokenOf('admin')
  const { status, body } = await call('POST', '/api/iam/v1/clients', { token, json })
  if (status !== 201) throw new Error(`no client: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Redirect addresses are compared as text, so the port is known before the program listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
