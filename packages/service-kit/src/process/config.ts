import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { ownSchemas } from '../api/own-schemas.ts'

/** Names every fault of an environment at once. Never carries a value: it may be a secret. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The environment is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The setting for how long something is kept; 0 is for ever. */
export const KeptDays = (days: number, what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: days,
    description: `How many days ${what} are kept; 0: for ever.`,
  })

/** Marks a property whose value `printConfig` must not show. */
export const Secret = (options: { description: string; pattern?: string; minLength?: number }) =>
  Type.String({ minLength: 1, secret: true, ...options })

const HttpUrl = (description: string) =>
  Type.String({ pattern: '^https?://[^\\s/]+[^\\s]*$', description })

/** What every service reads; spread it into the service's own schema. */
export const CommonConfig = {
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Port of the HTTP surface.' }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on.' }),
  MANAGEMENT_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description: 'Port of GET /metrics; off when unset.',
    }),
  ),
  SHUTDOWN_DRAIN_SECONDS: Type.Number({
    minimum: 0,
    maximum: 300,
    default: 5,
    description:
      'How long a process that got SIGTERM is not ready and still answers, before it ends what is under way: until balancers have noticed, and longer than they keep idle connections.',
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Least severe level that is logged.',
  }),
  DATABASE_URL: Secret({
    description:
      'postgresql://user:password@host:port/database; of several hosts (host1:port,host2:port) the one that takes writes.',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 10,
    description:
      'Most connections to PostgreSQL that this process works with; one more asks for its readiness.',
  }),
  ISSUER_URL: HttpUrl('Public base URL of the platform; the iss of every token.'),
  AUDIENCE: Type.Optional(
    Type.String({ minLength: 1, description: 'Expected aud; ISSUER_URL when unset.' }),
  ),
  PROBLEM_TYPES: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+/$',
      description:
        'Where the pages of errors are, as https://docs.example.org/problems/: the type of a problem is this and its code; urn:countersign:problem: when unset.',
    }),
  ),
  REFERENCE_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'SPA client by which people sign in on the API reference and send requests; they cannot when unset.',
    }),
  ),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description:
        'Comma-separated addresses or ranges of the gateways whose X-Forwarded-For is believed; none when unset.',
    }),
  ),
  PUBLIC_ORIGINS: Type.Optional(
    Type.String({
      description:
        'Comma-separated origins at which clients reach this service beside that of ISSUER_URL: proofs of possession (DPoP) name one of them.',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({ description: 'Comma-separated origins of browser applications that may call.' }),
  ),
}

/** For resource servers, which read the key set of iam. */
export const JwksConfig = {
  JWKS_URL: HttpUrl('Where the key set is read; may be an internal address of iam.'),
}

/** An http or https address of another service. */
export const ServiceUrl = HttpUrl

/** Splits a comma-separated setting; blanks are dropped. */
export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Reads the settings a schema names from the environment. `NAME_FILE` gives a file whose content
 * (one trailing newline aside) is the value of `NAME`, the usual form of mounted secrets.
 *
 * @throws {@link ConfigError} with every fault, names only.
 */
export function loadConfig<P extends TProperties>(
  schema: TObject<P>,
  env: Environment,
): Static<TObject<P>> {
  const faults: string[] = []
  const raw: Record<string, string> = {}
  for (const name of Object.keys(schema.properties)) {
    const value = readSetting(name, env, faults)
    if (value !== undefined) raw[name] = value
  }
  const ajv = new Ajv({
    ...ownSchemas,
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    strict: false,
  })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  if (!validate(raw)) {
    for (const error of validate.errors ?? []) faults.push(wordFault(error, faults))
  }
  const known = new Set<string>()
  const distinct = faults.filter((fault) => fault !== '' && !known.has(fault) && known.add(fault))
  if (distinct.length > 0) throw new ConfigError(distinct)
  // Ajv has checked and coerced it; its own types cannot say so.
  return raw as unknown as Static<TObject<P>>
}

function readSetting(name: string, env: Environment, faults: string[]): string | undefined {
  const value = env[name]
  const file = env[`${name}_FILE`]
  // An empty variable is how compose files and shells write "not set".
  if (file === undefined || file === '') return value === '' ? undefined : value
  if (value !== undefined && value !== '') {
    faults.push(`${name} and ${name}_FILE are both set; keep one`)
    return undefined
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    faults.push(`${name}_FILE cannot be read`)
    return undefined
  }
}

function wordFault(
  error: {
    keyword: string
    instancePath: string
    message?: string
    params: Record<string, unknown>
  },
  earlier: readonly string[],
): string {
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty'])
    const alreadyNamed = earlier.some(
      (fault) => fault.startsWith(`${name} and`) || fault.startsWith(`${name}_FILE`),
    )
    return alreadyNamed ? '' : `${name} is missing`
  }
  return `${error.instancePath.slice(1)} ${error.message ?? 'is not valid'}`
}

/** The configuration as JSON for `config print`, secrets replaced by `***`. */
export function printConfig<P extends TProperties>(
  schema: TObject<P>,
  config: Static<TObject<P>>,
): string {
  const properties: Record<string, TSchema> = schema.properties
  const shown = Object.entries(config).map(([name, value]) => [
    name,
    isSecret(properties[name]) ? '***' : value,
  ])
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}

function isSecret(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'secret' in schema && schema['secret'] === true
}
