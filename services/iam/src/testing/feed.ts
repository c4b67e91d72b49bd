import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { apiWith, type Api } from './api.ts'
import { discoverService } from './sign-in.ts'

export interface Received {
  readonly jti: string
  readonly subject: Record<string, unknown>
  /** The last part of the event type's URI. */
  readonly event: string
  readonly reason: unknown
}

export interface TestReceiver {
  readonly api: Api
  readonly path: string
  /** Polls at once and verifies what comes. */
  readonly poll: (request?: Record<string, unknown>) => Promise<{
    readonly received: Received[]
    readonly moreAvailable: boolean
  }>
}

/** A process of a service that reads the feed of one process, in a stream of its own. */
export async function receiveFeed(
  url: string,
  { clientId = 'workflow', processUrl = url } = {},
): Promise<TestReceiver> {
  const config = await discoverService(url, clientId)
  const { access_token: token } = await openid.clientCredentialsGrant(config, {
    scope: 'iam.security-events',
  })
  const api = apiWith(processUrl, token)
  const path = `/internal/v1/iam/security-events/${crypto.randomUUID()}`
  const keys = createRemoteJWKSet(new URL(`${url}/oauth2/jwks`))
  return {
    api,
    path,
    poll: async (request = {}) => {
      const { status, body } = await api('POST', path, { returnImmediately: true, ...request })
      if (status !== 200) throw new Error(`poll answered ${status} ${body.code}`)
      const sets = Object.entries(body['sets'] as Record<string, string>)
      const received = sets.map(async ([jti, set]) => {
        const { payload } = await jwtVerify(set, keys, {
          issuer: url,
          audience: clientId,
          typ: 'secevent+jwt',
        })
        if (payload.jti !== jti) throw new Error('a SET stands under another jti')
        const [[uri, about] = ['', {}], ...more] = Object.entries(
          payload['events'] as Record<string, Record<string, unknown>>,
        )
        if (more.length > 0) throw new Error('a SET has one event')
        return {
          jti,
          subject: payload['sub_id'] as Record<string, unknown>,
          event: uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1),
          reason: about['reason'],
        }
      })
      return {
        received: await Promise.all(received),
        moreAvailable: body['moreAvailable'] === true,
      }
    },
  }
}
