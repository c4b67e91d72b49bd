// oidc-provider alone, with the duties that a token has here and no others: the client and its
// secret looked up, the token recorded before it leaves. No framework, no line of the log, no
// metrics: what the library costs at least for the grant client_credentials.
import { createServer } from 'node:http'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { Provider, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import { insertAuditEvent } from '../src/audit/entries.ts'
import { claimsOfService } from '../src/core/claims.ts'
import type { IamDatabase } from '../src/db/types.ts'
import { createKeyRing } from '../src/keys/key-ring.ts'
import { createAdapterFactory } from '../src/oidc/provider/adapter.ts'
import { clientExtraNames } from '../src/oidc/provider/client-metadata.ts'
import { createTokenUse } from '../src/oidc/provider/token-use.ts'
import { createResourceInfo, extrasOf } from '../src/oidc/provider/resource.ts'
import { paths } from '../src/oidc/settings.ts'
import { secretMatches } from '../src/oidc/store/client-secrets.ts'

const setting = (name: string) => process.env[name] ?? ''
const issuer = setting('ISSUER_URL')
const now = () => new Date()
const db: IamDatabase = createDatabase({
  url: setting('DATABASE_URL'),
  poolSize: 10,
  applicationName: 'library',
  log: createLogger({ service: 'library', level: 'error' }),
})
const keyRing = createKeyRing({ db, sealer: createSealer(setting('KEY_ENCRYPTION_KEY')), now })
const { signing } = await keyRing.get()

const provider = new Provider(issuer, {
  // It gives out no refresh tokens.
  adapter: createAdapterFactory(db, Buffer.alloc(32), createTokenUse(db, 0)),
  jwks: { keys: [signing.privateJwk as JWK] },
  routes: { token: paths.token, jwks: paths.jwks },
  extraClientMetadata: { properties: [...clientExtraNames] },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  extraTokenClaims: (_ctx, token) => ({ ...claimsOfService(token.scope ?? '') }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => issuer,
      useGrantedResource: () => true,
      getResourceServerInfo: createResourceInfo({ issuer, audience: issuer }),
    },
  },
})
provider.Client.prototype.compareClientSecret = function compare(secret: string) {
  return secretMatches(db, extrasOf(this).row_id, secret, now())
}
provider.use(async (ctx: KoaContextWithOIDC, next) => {
  await next()
  if (ctx.path !== paths.token || ctx.status !== 200) return
  const clientId = ctx.oidc.client?.clientId
  const entry = { action: 'token.issued', actorKind: 'service', actorId: clientId } as const
  await insertAuditEvent(db, entry, now())
})
const handle = provider.callback()
createServer((request, response) => void handle(request, response)).listen(
  Number(setting('PORT')),
  '127.0.0.1',
)
