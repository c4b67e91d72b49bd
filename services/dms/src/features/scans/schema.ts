import { closed, Revision } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const ScanPolicy = Type.Enum(['REQUIRE_CLEAN', 'BLOCK_INFECTED', 'DEPLOYMENT'])

export const ScanPolicyBody = closed({
  policy: ScanPolicy,
  // 0: nobody has said anything yet.
  revision: Type.Optional(Type.Integer({ minimum: 0 })),
})

export const ScanPolicyView = closed({
  policy: ScanPolicy,
  /** Whether the deployment has a scanner at all. */
  hasScanner: Type.Boolean(),
  revision: Type.Union([Revision, Type.Literal(0)]),
})
export type ScanPolicyView = Static<typeof ScanPolicyView>
