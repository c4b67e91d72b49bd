import { AnchorConfig, checkAnchor } from '@countersign/service-kit/audit-settings'
import { CommonConfig, KeptDays, loadConfig, Secret } from '@countersign/service-kit/config'
import { MailConfig } from '@countersign/service-kit/mail-settings'
import { KEY_ENCRYPTION_KEY } from '@countersign/service-kit/sealing'
import { TracingConfig } from '@countersign/service-kit/tracing-settings'
import { Type, type Static } from 'typebox'

/** Every environment variable of the service. */
export const ConfigSchema = Type.Object({
  ...CommonConfig,
  ...TracingConfig,
  ...MailConfig,
  ...AnchorConfig,
  ISSUER_URL: Type.String({
    pattern: '^https?://[^\\s/?#]+$',
    description: 'Public base URL of the platform: an origin, no path, no trailing slash.',
  }),
  KEY_ENCRYPTION_KEY,
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
  SESSION_IDLE_MINUTES: Type.Integer({
    minimum: 0,
    maximum: 10_080,
    default: 120,
    // Pages renew their tokens each 9.5 minutes: what is in use never rests for 15.
    if: { type: 'integer', minimum: 1 },
    then: { type: 'integer', minimum: 15 },
    description:
      'How long a session may rest that nobody uses, where its tenant is not stricter: 15 or more; 0 for ever.',
  }),
  INITIAL_PASSWORD_HOURS: Type.Integer({
    minimum: 0,
    maximum: 8_760,
    default: 72,
    description:
      'How long a password is good that an administrator chose for somebody; 0 for ever.',
  }),
  ERASURE_WAITING_DAYS: Type.Integer({
    minimum: 0,
    maximum: 365,
    default: 7,
    description: 'How long the erasure of a person can be cancelled before it begins.',
  }),
  ERASURE_SERVICES: Type.String({
    pattern: '^(bpm|dms)?(,(bpm|dms))*$',
    default: 'bpm,dms',
    description:
      'Comma-separated services that keep something of people, and report before an erasure is done: bpm, dms; empty where iam runs alone.',
  }),
  INVITATIONS_KEPT_DAYS: KeptDays(30, 'invitations that nobody answered in time'),
  MAILS_KEPT_DAYS: KeptDays(7, 'mails that were sent or given up'),
  KEY_ROTATION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 3650,
    default: 90,
    description: 'Age at which the signing key is rotated by itself; 0 turns that off.',
  }),
})

export type Config = Static<typeof ConfigSchema>

export const readConfig = (env: NodeJS.ProcessEnv): Config =>
  checkAnchor(loadConfig(ConfigSchema, env))

/** What commands on the database alone need. */
const DatabaseConfigSchema = Type.Object({
  DATABASE_URL: CommonConfig.DATABASE_URL,
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
})

export const readDatabaseConfig = (env: NodeJS.ProcessEnv): Static<typeof DatabaseConfigSchema> =>
  loadConfig(DatabaseConfigSchema, env)

/** What commands about the erasure of people need. */
const ErasureConfigSchema = Type.Object({
  ...DatabaseConfigSchema.properties,
  ...Type.Pick(ConfigSchema, ['ERASURE_WAITING_DAYS', 'ERASURE_SERVICES']).properties,
})

export const readErasureConfig = (env: NodeJS.ProcessEnv): Static<typeof ErasureConfigSchema> =>
  loadConfig(ErasureConfigSchema, env)

/** What commands that handle signing keys need. */
const KeyConfigSchema = Type.Object({
  ...DatabaseConfigSchema.properties,
  KEY_ENCRYPTION_KEY,
})

export const readKeyConfig = (env: NodeJS.ProcessEnv): Static<typeof KeyConfigSchema> =>
  loadConfig(KeyConfigSchema, env)
