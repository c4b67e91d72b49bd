import { CommonConfig, loadConfig, Secret } from '@countersign/service-kit/config'
import { Type, type Static } from 'typebox'

/** Every environment variable of the service. */
export const ConfigSchema = Type.Object({
  ...CommonConfig,
  ISSUER_URL: Type.String({
    pattern: '^https?://[^\\s/?#]+$',
    description: 'Public base URL of the platform: an origin, no path, no trailing slash.',
  }),
  KEY_ENCRYPTION_KEY: Secret({
    pattern: '^[A-Za-z0-9_-]{43}=?$',
    description: '32 bytes in base64url; signing keys rest sealed under it.',
  }),
  COOKIE_KEYS: Secret({
    minLength: 32,
    description: 'Comma-separated secrets that sign cookies; the first signs, all verify.',
  }),
  FEDERATION_ORIGINS: Type.Optional(
    Type.String({
      description:
        'Comma-separated origins of identity providers inside the network that tenants may use (https://sso.corp.example, ldaps://dc1.corp.example); others must be of the public internet.',
    }),
  ),
  ACCESS_TOKEN_TYPE: Type.Enum(['at+jwt', 'JWT'], {
    default: 'at+jwt',
    description: 'typ of access tokens, where a client has none of its own.',
  }),
  KEY_ROTATION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 3650,
    default: 90,
    description: 'Age at which the signing key is rotated by itself; 0 turns that off.',
  }),
})

export type Config = Static<typeof ConfigSchema>

export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(ConfigSchema, env)

/** What commands on the database alone need. */
const DatabaseConfigSchema = Type.Object({
  DATABASE_URL: CommonConfig.DATABASE_URL,
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
})

export const readDatabaseConfig = (env: NodeJS.ProcessEnv): Static<typeof DatabaseConfigSchema> =>
  loadConfig(DatabaseConfigSchema, env)

/** What commands that handle signing keys need. */
const KeyConfigSchema = Type.Object({
  ...DatabaseConfigSchema.properties,
  KEY_ENCRYPTION_KEY: ConfigSchema.properties.KEY_ENCRYPTION_KEY,
})

export const readKeyConfig = (env: NodeJS.ProcessEnv): Static<typeof KeyConfigSchema> =>
  loadConfig(KeyConfigSchema, env)
