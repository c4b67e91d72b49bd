import { Type, type Static, type TObject } from 'typebox'
import { ConfigError, Secret } from '../process/config.ts'

/** Settings of a service that anchors the heads of its audit; spread into the service's own schema. */
export const AnchorConfig = {
  AUDIT_SIGNING_KEY: Type.Optional(
    Secret({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: '32 bytes in base64url; signs heads and exports of the audit (Ed25519).',
    }),
  ),
  AUDIT_ANCHOR: Type.Optional(
    Type.String({
      pattern: '^(file:.+|s3:https?://[^/]+/[^/]+.*)$',
      description:
        'Where signed heads of the audit are kept: file:<folder>, or s3:<endpoint>/<bucket>[/<prefix>][?region=…&retainDays=…]. Nowhere when unset.',
    }),
  ),
  AUDIT_ANCHOR_ACCESS_KEY: Type.Optional(Secret({ description: 'Access key of an s3 anchor.' })),
  AUDIT_ANCHOR_SECRET_KEY: Type.Optional(Secret({ description: 'Secret key of an s3 anchor.' })),
  AUDIT_ANCHOR_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 60,
    description: 'How often heads that moved are anchored.',
  }),
}

export type AnchorSettings = Static<TObject<typeof AnchorConfig>>

/** @throws {@link ConfigError} for an anchor that nobody could sign for. */
export function checkAnchor<C extends AnchorSettings>(config: C): C {
  if (config.AUDIT_ANCHOR !== undefined && config.AUDIT_SIGNING_KEY === undefined) {
    throw new ConfigError(['AUDIT_SIGNING_KEY is missing: AUDIT_ANCHOR keeps signed heads'])
  }
  return config
}
