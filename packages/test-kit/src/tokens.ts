export { createTestIssuer, createTestProofKey } from '@countersign/auth-verifier/testing'
