/** Scopes of service tokens. Users' tokens never carry them. */
export const SCOPES = {
  /** Register business types in the tenant that the token names. */
  registerBizTypes: 'bpm.biztype.register',
  /** Change variables of one's own instances, close start keys. */
  writeInstances: 'bpm.instance.write',
  /** Ask what became of one's own instances. */
  readInstances: 'bpm.instance.read',
  /** Deliver events to business applications: the workflow service's client only. */
  events: 'bpm.events',
  /** Provision users and groups of the tenant that the token names, by SCIM. */
  scim: 'iam.scim',
  /** Read the directory of the identity service. */
  iamInternal: 'iam.internal',
  /** Read which tokens, sessions, people and clients lost their authority. */
  securityEvents: 'iam.security-events',
  /** Call the document service as a service. */
  dmsInternal: 'dms.internal',
} as const

export type ServiceScope = (typeof SCOPES)[keyof typeof SCOPES]

/** Every service scope, without the tenant scopes. */
export const SERVICE_SCOPES: readonly ServiceScope[] = Object.values(SCOPES)

const TENANT_SCOPE = /^tenant:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The scope by which a service asks for a token of one tenant. */
export function tenantScope(tenantId: string): `tenant:${string}` {
  return `tenant:${tenantId.toLowerCase()}`
}

/** The tenant that a scope names, or undefined when it is another kind of scope. */
export function tenantOfScope(scope: string): string | undefined {
  return TENANT_SCOPE.exec(scope)?.[1]
}
