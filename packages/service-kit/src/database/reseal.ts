import type { Sealer } from './sealing.ts'

/** A sealed value and where it rests. */
export interface SealedRow {
  readonly id: string
  readonly sealed: string
  /** What it was sealed for. */
  readonly context: string
}

/** Where sealed values rest. */
export interface SealedRows {
  /** The next of them after this id, in the order of their ids; none when there are no more. */
  list(after: string | undefined): Promise<readonly SealedRow[]>
  /** Only while it is what was read: somebody may have stored another meanwhile, under the first key. */
  replace(row: SealedRow, sealed: string): Promise<void>
}

/**
 * Seals anew, under the first key, what rests under others. May be stopped and run again, and runs
 * beside the service.
 *
 * @returns how many values were sealed anew.
 * @throws at the first value that no key opens; those before it are done.
 */
export async function reseal(rows: SealedRows, sealer: Sealer): Promise<number> {
  let count = 0
  for (let page = await rows.list(undefined); page.length > 0;) {
    for (const row of page) {
      const renewed = sealer.renew(row.sealed, row.context)
      if (renewed === undefined) continue
      await rows.replace(row, renewed)
      count += 1
    }
    page = await rows.list(page.at(-1)?.id)
  }
  return count
}
