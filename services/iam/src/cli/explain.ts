import { explainFault } from '@countersign/service-kit/command-line'
import { isCheckViolation } from '@countersign/service-kit/db'
import { SeedError } from '../bootstrap/apply.ts'
import { SeedFault } from '../bootstrap/read.ts'
import { ForeignSealError } from '../keys/seal.ts'

/** One clear text for what an operator can put right; undefined for what is a bug. */
export const explain = (error: unknown): string | undefined =>
  isCheckViolation(error, 'last_administrator')
    ? 'this would leave a tenant or the platform without an administrator'
    : explainFault('iam', error, [SeedError, SeedFault, ForeignSealError])
