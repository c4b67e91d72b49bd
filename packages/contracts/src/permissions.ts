/** Permissions that the identity service checks. `iam:tenant:*` is for platform administrators. */
export const IAM_PERMISSIONS = [
  'iam:tenant:read',
  'iam:tenant:write',
  'iam:user:read',
  'iam:user:write',
  'iam:member:read',
  'iam:member:write',
  'iam:department:read',
  'iam:department:write',
  'iam:role:read',
  'iam:role:write',
  'iam:client:read',
  'iam:client:write',
  'iam:branding:read',
  'iam:branding:write',
  'iam:federation:read',
  'iam:federation:write',
  'iam:key:read',
  'iam:key:write',
  'iam:audit:read',
  'iam:person:erase',
] as const

/** Permissions that the workflow service checks. */
export const BPM_PERMISSIONS = [
  'bpm:definition:read',
  'bpm:definition:write',
  'bpm:instance:read',
  'bpm:instance:admin',
  'bpm:delivery:read',
  'bpm:delivery:write',
  'bpm:origin:read',
  'bpm:origin:write',
  'bpm:calendar:write',
  'bpm:handover:write',
  'bpm:signal:write',
  'bpm:statistics:read',
  'bpm:workload:read',
] as const

/** Permissions that the document service checks. */
export const DMS_PERMISSIONS = [
  'dms:document:read',
  'dms:document:write',
  'dms:document:share',
  'dms:document:admin',
  'dms:source:admin',
  'dms:audit:read',
] as const

/** Every permission of the platform; business applications add names of their own. */
export const PLATFORM_PERMISSIONS = [
  ...IAM_PERMISSIONS,
  ...BPM_PERMISSIONS,
  ...DMS_PERMISSIONS,
] as const

export type PlatformPermission = (typeof PLATFORM_PERMISSIONS)[number]
