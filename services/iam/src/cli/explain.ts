import { ConfigError } from '@countersign/service-kit/config'
import { SeedError } from '../bootstrap/apply.ts'
import { SeedFault } from '../bootstrap/read.ts'
import { ForeignSealError } from '../features/keys/seal.ts'
import { CommandFault } from './options.ts'

const mistakes = [ConfigError, SeedError, SeedFault, CommandFault, ForeignSealError]

/**
 * One clear text for what an operator can put right; undefined for what is a bug, and is worth its
 * stack.
 */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (mistakes.some((kind) => error instanceof kind)) return error.message
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return undefined
  // PostgreSQL's codes: a table that is missing, a role or database that is not let in.
  if (code === '42P01') return 'the database is not migrated; run: iam migrate'
  if (code.startsWith('28') || code === '3D000' || code.startsWith('57P0'))
    return `the database refuses: ${error.message}`
  if (typeof syscall !== 'string') return undefined
  return syscall === 'open' || syscall === 'read'
    ? error.message
    : `the database cannot be reached: ${code} ${error.message}`.trim()
}
