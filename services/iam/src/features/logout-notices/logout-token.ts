import type { Deps } from '../../deps.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const lifetimeSeconds = 120

/** A logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4). */
export async function signLogoutToken(
  { keyRing, issuer, now }: Pick<Deps, 'keyRing' | 'issuer' | 'now'>,
  about: { readonly clientId: string; readonly userId: string; readonly sid: string | null },
): Promise<string> {
  const [{ SignJWT, importJWK }, { signing }] = await Promise.all([import('jose'), keyRing.get()])
  const issuedAt = Math.floor(now().getTime() / 1000)
  return new SignJWT({
    ...(about.sid === null ? {} : { sid: about.sid }),
    events: { [event]: {} },
  })
    .setProtectedHeader({ alg: 'RS256', kid: signing.kid, typ: 'logout+jwt' })
    .setIssuer(issuer)
    .setAudience(about.clientId)
    .setSubject(about.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(crypto.randomUUID())
    .sign(await importJWK({ ...signing.privateJwk }, 'RS256'))
}
