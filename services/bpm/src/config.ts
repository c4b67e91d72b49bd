import { AnchorConfig, checkAnchor } from '@countersign/service-kit/audit-settings'
import {
  CommonConfig,
  JwksConfig,
  KeptDays,
  loadConfig,
  Secret,
  ServiceUrl,
} from '@countersign/service-kit/config'
import { MailConfig } from '@countersign/service-kit/mail-settings'
import { RevocationConfig } from '@countersign/service-kit/revocations'
import { KEY_ENCRYPTION_KEY } from '@countersign/service-kit/sealing'
import { TracingConfig } from '@countersign/service-kit/tracing-settings'
import { Type, type Static } from 'typebox'

export const ConfigSchema = Type.Object({
  ...CommonConfig,
  ...TracingConfig,
  ...JwksConfig,
  ...RevocationConfig,
  ...MailConfig,
  ...AnchorConfig,
  IAM_URL: ServiceUrl('Where iam is reached for service tokens and the directory.'),
  DMS_URL: Type.Optional(
    ServiceUrl('Where dms is asked who may read what is attached; without it nothing is attached.'),
  ),
  BPM_CLIENT_ID: Type.String({ minLength: 1, description: 'This service as a SERVICE client.' }),
  BPM_CLIENT_SECRET: Secret({ description: 'Secret of BPM_CLIENT_ID.' }),
  BPM_CALLBACK_ORIGINS: Type.Optional(
    Type.String({ description: 'Comma-separated origins that may get events in every tenant.' }),
  ),
  BPM_PRIVATE_CALLBACKS: Type.Enum(['listed', 'deployment'], {
    default: 'deployment',
    description:
      'Whose lists may name private addresses: BPM_CALLBACK_ORIGINS alone, or also those of tenants.',
  }),
  VAPID_KEYS: Type.Optional(
    Secret({
      pattern: '^[A-Za-z0-9_-]{43}(,[A-Za-z0-9_-]{43})*$',
      description:
        'Comma-separated keys of 32 bytes in base64url by which push services know the platform (P-256): devices subscribe with the first, those of before are written to with theirs. Without it no device is told of anything.',
    }),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s/]+\\S*)$',
      description:
        'Whom a push service may turn to, as mailto: or https:; ISSUER_URL when unset, or no-reply at its host.',
    }),
  ),
  PUSH_ORIGINS: Type.Optional(
    Type.String({
      description:
        'Comma-separated origins of the only push services, as https://*.push.apple.com; any of the public internet by https when unset. One without a wildcard may be private, or plain http.',
    }),
  ),
  CALLBACK_CA: Type.Optional(
    Type.String({
      pattern: '-----BEGIN CERTIFICATE-----',
      description: 'Certificates in PEM that receivers of events may have beside public ones.',
    }),
  ),
  ADMINISTRATORS_ROLE: Type.String({
    minLength: 1,
    default: 'admin',
    description: 'Code of the role whose members stand in where a process finds nobody.',
  }),
  ACTIONS_PER_STATEMENT: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 64,
    description:
      'Most starts and decisions that share a commit when many come at once; 1 for none.',
  }),
  EVENTS_KEPT_DAYS: KeptDays(
    90,
    'events of approvals that ended, once all of them are delivered, for receivers that ask again,',
  ),
  DELIVERY_ATTEMPTS_KEPT_DAYS: KeptDays(30, 'attempts at delivery'),
  NOTICES_KEPT_DAYS: KeptDays(90, 'notices that were mailed, or need not be,'),
  INCIDENTS_KEPT_DAYS: KeptDays(365, 'incidents that were resolved'),
  MIGRATIONS_KEPT_DAYS: KeptDays(365, 'migrations that ended, with what became of each approval,'),
  SIMULATIONS_KEPT_DAYS: KeptDays(90, 'simulations that ended, with what each approval came to,'),
  KEY_ENCRYPTION_KEY,
})

/** What commands on the database need. */
export const DatabaseConfigSchema = Type.Object({
  DATABASE_URL: CommonConfig.DATABASE_URL,
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
})

/** What rotating the event keys needs. */
export const KeyConfigSchema = Type.Object({
  ...DatabaseConfigSchema.properties,
  KEY_ENCRYPTION_KEY,
})

export type Config = Static<typeof ConfigSchema>

/** Reads every setting of the service; names all faults at once, never a value. */
export const readConfig = (env: NodeJS.ProcessEnv): Config =>
  checkAnchor(loadConfig(ConfigSchema, env))
