export const sources = ['iam', 'bpm', 'dms'] as const
export type Source = (typeof sources)[number]

/** Any one of these lets the audit of a service be read. */
export const permissionsFor: Readonly<Record<Source, readonly string[]>> = {
  iam: ['iam:audit:read'],
  bpm: ['bpm:instance:read', 'bpm:instance:admin'],
  dms: ['dms:audit:read'],
}

export const auditPermissions: readonly string[] = Object.values(permissionsFor).flat()
