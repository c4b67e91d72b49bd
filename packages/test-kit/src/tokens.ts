export { createTestIssuer } from '@countersign/auth-verifier/testing'
