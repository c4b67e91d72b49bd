import { SCOPES } from '@countersign/contracts'
import type { HttpClient } from '../network/http-client.ts'
import type { ServiceTokens } from '../network/service-token.ts'
import { examine, type Finding } from './findings.ts'

/** Codes and cookies travel to it. */
export const examineIssuer = (issuer: string): Promise<Finding> =>
  examine('the issuer is https, or this machine', async () => {
    const { protocol, hostname } = new URL(issuer)
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new Error(`${issuer} would send codes and cookies in the clear`)
    return issuer
  })

interface IdentitySettings {
  readonly ISSUER_URL: string
  readonly JWKS_URL: string
  readonly IAM_URL: string
}

/** iam is where it is said to be, calls itself what tokens are held against, and publishes keys. */
export const examineIdentity = (
  { ISSUER_URL: issuer, JWKS_URL: jwksUrl, IAM_URL: iamUrl }: IdentitySettings,
  http: HttpClient,
): Promise<readonly Finding[]> =>
  Promise.all([
    examine('iam is the issuer', async () => {
      const told = (await readJson(http, new URL('/.well-known/openid-configuration', iamUrl)))
        .issuer
      if (told !== issuer)
        throw new Error(`ISSUER_URL is ${issuer}, iam calls itself ${String(told)}`)
      return issuer
    }),
    examine('the key set is there', async () => {
      const { keys } = await readJson(http, new URL(jwksUrl))
      if (!Array.isArray(keys) || keys.length === 0) throw new Error('there is no key in it')
      return `${keys.length} keys`
    }),
  ])

/** iam knows this client by its secret. */
export const examineClient = (clientId: string, tokens: ServiceTokens): Promise<Finding> =>
  examine('iam gives this service a token', async () => {
    await tokens.get([SCOPES.securityEvents])
    return clientId
  })

/** Another service takes work. */
export const examineReadiness = (
  service: string,
  base: string,
  http: HttpClient,
): Promise<Finding> =>
  examine(`${service} is ready`, async () => {
    await readJson(http, new URL('/actuator/health/readiness', base))
    return base
  })

async function readJson(http: HttpClient, url: URL): Promise<Record<string, unknown>> {
  const { status, json } = await http.request({ method: 'GET', url: url.href })
  if (status !== 200) throw new Error(`${url.pathname} answers ${status}`)
  const body = json()
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
