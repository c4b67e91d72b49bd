import { setTimeout as sleep } from 'node:timers/promises'
import type { StructuredPatch } from 'diff'
import type { VersionRow } from '../../content/version-queries.ts'
import { toHunks } from '../../core/text-diff.ts'
import type { Deps } from '../../deps.ts'
import { findRenditions, findText } from '../../preview/queries.ts'
import type { TextComparisonView } from './schema.ts'

const MAX_CHARACTERS = 400_000
// The work grows with the size times the difference. Nearly all end in the time that may be held; what is left goes on
// in steps of at least a millisecond, between which others have their turn.
const MAX_MS_AT_ONCE = 15
const MAX_MS = 2_000
const MAX_CHANGES = 5_000
const MAX_LINES_SHOWN = 2_000
const CONTEXT_LINES = 3

/**
 * Where the text of two versions differs, line by line; `status` says when there is no answer: text
 * that has none or is not read yet, texts too large or too different to be compared.
 */
export async function compareTexts(
  deps: Deps,
  from: VersionRow,
  to: VersionRow,
): Promise<TextComparisonView> {
  const [old, next] = [await readText(deps, from), await readText(deps, to)]
  if (typeof old === 'symbol' || typeof next === 'symbol') {
    const isPending = old === PENDING || next === PENDING
    return { status: isPending ? 'PENDING' : 'UNAVAILABLE', hunks: [] }
  }
  if (old.length > MAX_CHARACTERS || next.length > MAX_CHARACTERS) {
    return { status: 'TOO_LARGE', hunks: [] }
  }
  const patch = await findPatch(old, next)
  // Given up: too different, or too long at it.
  if (patch === undefined) return { status: 'TOO_LARGE', hunks: [] }
  const hunks = toHunks(patch.hunks, MAX_LINES_SHOWN)
  const status = hunks.length < patch.hunks.length ? 'TRUNCATED' : 'COMPARED'
  return { status, hunks: hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] })) }
}

/** Undefined where they are too different, or too long to be compared. */
async function findPatch(old: string, next: string): Promise<StructuredPatch | undefined> {
  const { structuredPatch } = await import('diff')
  const limits = { context: CONTEXT_LINES, maxEditLength: MAX_CHANGES }
  const patch = structuredPatch('', '', old, next, undefined, undefined, {
    ...limits,
    timeout: MAX_MS_AT_ONCE,
  })
  if (patch !== undefined) return patch
  // Whoever waits for a time has their turn first.
  await sleep(2)
  return new Promise((callback) => {
    structuredPatch('', '', old, next, undefined, undefined, {
      ...limits,
      timeout: MAX_MS,
      callback,
    })
  })
}

const PENDING = Symbol('pending')
const NONE = Symbol('none')

async function readText(
  deps: Deps,
  version: VersionRow,
): Promise<string | typeof PENDING | typeof NONE> {
  const { tenantId, objectId } = version
  const text = await findText(deps.db, tenantId, objectId)
  if (text !== undefined) return text.body
  return (await findRenditions(deps.db, tenantId, objectId)).isDone ? NONE : PENDING
}
