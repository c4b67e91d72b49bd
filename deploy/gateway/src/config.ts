import { CommonConfig, JwksConfig, loadConfig, ServiceUrl } from '@countersign/service-kit/config'
import { Type, type Static } from 'typebox'
import { defaultLimits } from './rate-limits.ts'

const { PORT, HOST, MANAGEMENT_PORT, LOG_LEVEL, ISSUER_URL, AUDIENCE } = CommonConfig

const perMinute = (limit: number, what: string) =>
  Type.Integer({
    minimum: 0,
    default: limit,
    description: `Requests ${what}, from one address (IPv6: one /64) in a minute; 0 is no limit.`,
  })

/** Every environment variable of the gateway. It has no database. */
export const ConfigSchema = Type.Object({
  PORT,
  HOST,
  MANAGEMENT_PORT,
  LOG_LEVEL,
  ISSUER_URL,
  AUDIENCE,
  ...JwksConfig,
  IAM_URL: ServiceUrl('Where iam answers.'),
  BPM_URL: ServiceUrl('Where bpm answers.'),
  DMS_URL: ServiceUrl('Where dms answers.'),
  BACKENDS: Type.Optional(
    Type.String({
      description: 'Comma-separated business backends, each "/path=http://host:port".',
    }),
  ),
  CONSOLE_ROOT: Type.Optional(
    Type.String({ minLength: 1, description: 'Folder of the built console, served at /console/.' }),
  ),
  APPLICATIONS: Type.Optional(
    Type.String({
      description:
        'Comma-separated business types and where the pages of their application are, each "code=https://host"; the console opens details there.',
    }),
  ),
  CONSOLE_FRAME_ORIGINS: Type.Optional(
    Type.String({
      description:
        'Comma-separated origins of those applications whose detail pages the console shows in a frame, each "https://host".',
    }),
  ),
  RATE_LIMIT_TOKEN: perMinute(defaultLimits.token, 'to /oauth2/token'),
  RATE_LIMIT_SIGN_IN: perMinute(
    defaultLimits.signIn,
    'that begin a sign-in or send one of its forms',
  ),
  RATE_LIMIT_SHARES: perMinute(defaultLimits.shares, 'that try the password of a share'),
  FRONT_PROXIES: Type.Optional(
    Type.String({
      description:
        'Comma-separated addresses or ranges of load balancers in front of the gateway, whose X-Forwarded-For is believed.',
    }),
  ),
  SAMPLE_APP_URL: Type.Optional(ServiceUrl('Shown on the start page.')),
})

export type Config = Static<typeof ConfigSchema>

export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(ConfigSchema, env)
