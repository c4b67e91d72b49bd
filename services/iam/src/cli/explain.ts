import { ForeignSealError } from '@countersign/service-kit/sealing'
import { explainFault } from '@countersign/service-kit/command-line'
import { isCheckViolation } from '@countersign/service-kit/db'
import { Problem } from '@countersign/service-kit/problem'
import { SeedFault } from '../bootstrap/read.ts'
import { SeedError } from '../bootstrap/seed.ts'

/** One clear text for what an operator can put right; undefined for what is a bug. */
export const explain = (error: unknown): string | undefined =>
  isCheckViolation(error, 'last_administrator')
    ? 'this would leave a tenant or the platform without an administrator'
    : error instanceof Problem
      ? `${error.message} (${error.code})`
      : explainFault('iam', error, [SeedError, SeedFault, ForeignSealError])
