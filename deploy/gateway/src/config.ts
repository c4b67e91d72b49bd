import {
  CommonConfig,
  JwksConfig,
  loadConfig,
  Secret,
  ServiceUrl,
} from '@countersign/service-kit/config'
import { RevocationConfig } from '@countersign/service-kit/revocations'
import { TracingConfig } from '@countersign/service-kit/tracing-settings'
import { Type, type Static } from 'typebox'
import { defaultLimits } from './rate-limits.ts'

const { PORT, HOST, MANAGEMENT_PORT, SHUTDOWN_DRAIN_SECONDS, LOG_LEVEL } = CommonConfig
const { ISSUER_URL, AUDIENCE, PROBLEM_TYPES } = CommonConfig

const perMinute = (limit: number, what: string) =>
  Type.Integer({
    minimum: 0,
    default: limit,
    description: `Requests ${what}, from one address (IPv6: one /64) in a minute; 0 is no limit.`,
  })

const ServiceUrls = (service: string) =>
  Type.String({
    pattern: '^https?://[^\\s/,]+/?(\\s*,\\s*https?://[^\\s/,]+/?)*$',
    description: `Where ${service} answers: one address, or several processes of it, comma-separated. Of a name that leads to several addresses each is a process.`,
  })

/** Every environment variable of the gateway. It has no database. */
export const ConfigSchema = Type.Object({
  PORT,
  HOST,
  INTERNAL_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'Port of /internal, which then is 404 on PORT; PORT serves it too when unset. Keep it from the internet.',
    }),
  ),
  INTERNAL_HOST: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Address that INTERNAL_PORT listens on; HOST when unset.',
    }),
  ),
  MANAGEMENT_PORT,
  SHUTDOWN_DRAIN_SECONDS,
  LOG_LEVEL,
  ISSUER_URL,
  AUDIENCE,
  PROBLEM_TYPES,
  ...JwksConfig,
  ...RevocationConfig,
  ...TracingConfig,
  GATEWAY_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'SERVICE client with the scope iam.security-events; without one no revocations are read.',
    }),
  ),
  GATEWAY_CLIENT_SECRET: Type.Optional(Secret({ description: 'Secret of GATEWAY_CLIENT_ID.' })),
  IAM_URL: ServiceUrls('iam'),
  BPM_URL: ServiceUrls('bpm'),
  DMS_URL: ServiceUrls('dms'),
  BACKENDS: Type.Optional(
    Type.String({
      description: 'Comma-separated business backends, each "/path=http://host:port".',
    }),
  ),
  CONSOLE_ROOT: Type.Optional(
    Type.String({ minLength: 1, description: 'Folder of the built console, served at /console/.' }),
  ),
  CONSOLE_DPOP: Type.Boolean({
    default: false,
    description: 'Tokens of the console are bound to a key that each page makes for itself.',
  }),
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
  RATE_LIMIT_TOKEN: perMinute(defaultLimits.token, 'to /oauth2/token and /oauth2/par'),
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
  FRONT_PROXY_HOPS: Type.Integer({
    minimum: 1,
    default: 1,
    description:
      'How many of them a request comes through, one after the other; what X-Forwarded-For says beyond these is not believed.',
  }),
  SAMPLE_APP_URL: Type.Optional(ServiceUrl('Shown on the start page.')),
})

export type Config = Static<typeof ConfigSchema>

export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(ConfigSchema, env)
