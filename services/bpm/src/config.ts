import {
  CommonConfig,
  JwksConfig,
  loadConfig,
  Secret,
  ServiceUrl,
} from '@countersign/service-kit/config'
import { RevocationConfig } from '@countersign/service-kit/revocations'
import { Type, type Static } from 'typebox'
import { MAIL_LANGUAGES } from './core/notice.ts'

const KEY_ENCRYPTION_KEY = Secret({
  minLength: 43,
  description: '32 bytes in base64url; seals the event signing keys in the database.',
})

export const ConfigSchema = Type.Object({
  ...CommonConfig,
  ...JwksConfig,
  ...RevocationConfig,
  IAM_URL: ServiceUrl('Where iam is reached for service tokens and the directory.'),
  BPM_CLIENT_ID: Type.String({ minLength: 1, description: 'This service as a SERVICE client.' }),
  BPM_CLIENT_SECRET: Secret({ description: 'Secret of BPM_CLIENT_ID.' }),
  BPM_CALLBACK_ORIGINS: Type.Optional(
    Type.String({ description: 'Comma-separated origins that may get events in every tenant.' }),
  ),
  BPM_PRIVATE_CALLBACKS: Type.Enum(['listed', 'deployment'], {
    default: 'listed',
    description:
      'Whose lists may name private addresses: also those of tenants, or BPM_CALLBACK_ORIGINS alone.',
  }),
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
  SMTP_URL: Type.Optional(
    Secret({
      pattern: '^smtps?://[^\\s/]+',
      description: 'smtp://user:password@host:port, or smtps://; no mail is sent when unset.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\r\\n]*[^\\s<>@]+@[^\\s<>@]+>?$',
      description: 'Sender of mails; no-reply at the host of ISSUER_URL when unset.',
    }),
  ),
  MAIL_LANGUAGE: Type.Enum([...MAIL_LANGUAGES], {
    default: 'en',
    description: 'Language of mails to people of whom none is known.',
  }),
  MAIL_PER_SECOND: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'Most mails that one process sends in a second.',
  }),
  ACTIONS_PER_STATEMENT: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 64,
    description:
      'Most starts and decisions that share a commit when many come at once; 1 for none.',
  }),
  KEY_ENCRYPTION_KEY,
})

/** What rotating the event keys needs. */
export const KeyConfigSchema = Type.Object({
  DATABASE_URL: CommonConfig.DATABASE_URL,
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
  KEY_ENCRYPTION_KEY,
})

export type Config = Static<typeof ConfigSchema>

/** Reads every setting of the service; names all faults at once, never a value. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(ConfigSchema, env)
