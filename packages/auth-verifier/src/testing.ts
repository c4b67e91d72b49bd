export { createTestClock, type TestClock } from './testing/clock.ts'
export {
  createTestIssuer,
  type ServiceTokenOptions,
  type TestIssuer,
  type TestIssuerOptions,
  type UserTokenOptions,
} from './testing/issuer.ts'
export { createTestProofKey, type ProofOf, type TestProofKey } from './testing/proof-key.ts'
