/**
 * The kinds of storage there are. A new one begins here: the compiler then names the record of its
 * driver (storage/drivers.ts), of its first source (config.ts) and of its tests, and the test of the
 * schema asks for the migration that lets the database know it.
 *
 * Kept by: services/dms/src/db/schema.test.ts "knows each kind of storage"
 */
export const STORAGE_KINDS = ['filesystem', 's3'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** What says where a source of some kind is. */
export const PLACE_SETTINGS = ['endpoint', 'region', 'bucket', 'credentialsRef'] as const
export type PlaceSetting = (typeof PLACE_SETTINGS)[number]
/** `ignored`: may be named and means nothing. */
export type SettingRule = 'required' | 'not_allowed' | 'ignored'

/** What somebody who adds a source of a kind must and may name. */
export const placeRules = {
  filesystem: {
    endpoint: 'not_allowed',
    region: 'ignored',
    bucket: 'not_allowed',
    credentialsRef: 'not_allowed',
  },
  s3: {
    endpoint: 'required',
    region: 'required',
    bucket: 'required',
    credentialsRef: 'required',
  },
} as const satisfies Record<StorageKind, Record<PlaceSetting, SettingRule>>
