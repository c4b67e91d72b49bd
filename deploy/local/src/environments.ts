import { clientOf, databaseUrl, host, ownerUrl, type Plan } from './plan.ts'
import type { OwnedName } from './secrets.ts'

type Environment = NodeJS.ProcessEnv

/** The environment of each program of ours; complete, so that nothing depends on the caller's. */
export function environments(plan: Plan) {
  return {
    iam: iamEnvironment(plan),
    bpm: bpmEnvironment(plan),
    dms: dmsEnvironment(plan),
    gateway: gatewayEnvironment(plan),
    expense: expenseEnvironment(plan),
  }
}

/** Migrations run as the owner of the tables and give the service its rights. */
export function migrationEnvironments(plan: Plan) {
  const owned = (name: OwnedName): Environment => ({
    ...common(plan),
    DATABASE_URL: ownerUrl(plan, name),
    APPLICATION_ROLE: name,
  })
  return {
    iam: owned('iam'),
    bpm: owned('bpm'),
    dms: owned('dms'),
    expense: expenseEnvironment(plan),
  }
}

function iamEnvironment(plan: Plan): Environment {
  const { secrets, settings, platform } = plan
  const { iam: operator } = settings.operator
  // So that one organisation of the demonstration can try another as its identity provider.
  const demonstration = { FEDERATION_ORIGINS: platform.baseUrl }
  return {
    ...common(plan),
    ...orElse(operator, { ...demonstration, ...auditOf(plan, 'iam') }),
    PORT: String(settings.ports.iam),
    MANAGEMENT_PORT: String(settings.ports.iamManagement),
    DATABASE_URL: databaseUrl(plan, 'iam'),
    KEY_ENCRYPTION_KEY: secrets.iamKeyEncryptionKey,
    COOKIE_KEYS: secrets.cookieKey,
  }
}

function bpmEnvironment(plan: Plan): Environment {
  const { secrets, settings, platform } = plan
  return {
    ...common(plan),
    // Applications of tenants are on this machine too.
    ...orElse(settings.operator.bpm, {
      ...auditOf(plan, 'bpm'),
      BPM_PRIVATE_CALLBACKS: 'listed',
      VAPID_KEYS: secrets.vapidKey,
    }),
    PORT: String(settings.ports.bpm),
    MANAGEMENT_PORT: String(settings.ports.bpmManagement),
    DATABASE_URL: databaseUrl(plan, 'bpm'),
    JWKS_URL: jwksUrl(plan),
    KEY_ENCRYPTION_KEY: secrets.bpmKeyEncryptionKey,
    IAM_URL: platform.services.iam,
    DMS_URL: platform.services.dms,
    BPM_CLIENT_ID: clientOf(platform, 'workflow').clientId,
    BPM_CLIENT_SECRET: secrets.clients.workflow,
    BPM_CALLBACK_ORIGINS: platform.callbackOrigins.join(','),
  }
}

function dmsEnvironment(plan: Plan): Environment {
  const { secrets, settings, platform, layout } = plan
  return {
    ...common(plan),
    ...orElse(settings.operator.dms, auditOf(plan, 'dms')),
    PORT: String(settings.ports.dms),
    MANAGEMENT_PORT: String(settings.ports.dmsManagement),
    DATABASE_URL: databaseUrl(plan, 'dms'),
    JWKS_URL: jwksUrl(plan),
    IAM_URL: platform.services.iam,
    BPM_URL: platform.services.bpm,
    DMS_CLIENT_ID: clientOf(platform, 'document').clientId,
    DMS_CLIENT_SECRET: secrets.clients.document,
    DMS_CALLBACK_ORIGIN: platform.services.dms,
    WORKFLOW_CLIENT_ID: clientOf(platform, 'workflow').clientId,
    ADDRESS_SIGNING_KEY: secrets.addressSigningKey,
    STORAGE_FILESYSTEM_ROOT: layout.documentsDir,
  }
}

/** Heads are anchored beside the data: that shows how it is done, and is worth something elsewhere. */
const auditOf = ({ layout, secrets }: Plan, name: OwnedName): Environment => ({
  AUDIT_ANCHOR: `file:${layout.anchorsDir}`,
  AUDIT_SIGNING_KEY: secrets.auditSigningKeys[name],
})

/** What the operator has set, as such or as a file, and else what we give. */
function orElse(operator: Environment, given: Environment): Environment {
  const free = Object.entries(given).filter(([name]) => operator[`${name}_FILE`] === undefined)
  return { ...Object.fromEntries(free), ...operator }
}

function gatewayEnvironment(plan: Plan): Environment {
  const { secrets, settings, platform } = plan
  return {
    ...common(plan),
    ...settings.operator.gateway,
    PORT: String(settings.ports.gateway),
    MANAGEMENT_PORT: String(settings.ports.gatewayManagement),
    JWKS_URL: jwksUrl(plan),
    IAM_URL: platform.services.iam,
    BPM_URL: platform.services.bpm,
    DMS_URL: platform.services.dms,
    GATEWAY_CLIENT_ID: clientOf(platform, 'gateway').clientId,
    GATEWAY_CLIENT_SECRET: secrets.clients.gateway,
    SAMPLE_APP_URL: platform.sampleApp.baseUrl,
    APPLICATIONS: `${platform.sampleApp.bizType}=${platform.sampleApp.baseUrl}`,
    CONSOLE_FRAME_ORIGINS: platform.sampleApp.baseUrl,
    ...(plan.pages.console === undefined ? {} : { CONSOLE_ROOT: plan.pages.console }),
  }
}

function expenseEnvironment(plan: Plan): Environment {
  const { secrets, settings, platform } = plan
  return {
    ...common(plan),
    PORT: String(settings.ports.expense),
    DATABASE_URL: databaseUrl(plan, 'expense'),
    JWKS_URL: jwksUrl(plan),
    BASE_URL: platform.baseUrl,
    IAM_URL: platform.services.iam,
    BPM_URL: platform.services.bpm,
    CLIENT_ID: clientOf(platform, 'sample').clientId,
    CLIENT_SECRET: secrets.clients.sample,
    WORKFLOW_CLIENT_ID: clientOf(platform, 'workflow').clientId,
    SPA_CLIENT_ID: clientOf(platform, 'sample-spa').clientId,
    ...(plan.pages.expense === undefined ? {} : { WEB_ROOT: plan.pages.expense }),
    TENANT_IDS: secrets.ids.demo,
    CALLBACK_ORIGIN: platform.sampleApp.callbackOrigin,
  }
}

function common({ baseEnv, layout, settings, platform }: Plan): Environment {
  return {
    ...baseEnv,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: layout.cacheDir,
    HOST: host,
    // One of each: nobody would take over meanwhile.
    SHUTDOWN_DRAIN_SECONDS: '0',
    LOG_LEVEL: settings.logLevel,
    ISSUER_URL: platform.baseUrl,
    REFERENCE_CLIENT_ID: clientOf(platform, 'reference').clientId,
    // The gateway runs on this machine and tells the client's address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
  }
}

const jwksUrl = ({ platform }: Plan) => `${platform.services.iam}/oauth2/jwks`
