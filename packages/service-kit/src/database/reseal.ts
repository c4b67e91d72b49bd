import { ForeignSealError, type Sealer } from './sealing.ts'

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

export interface Resealed {
  readonly count: number
  /** What each value that no key opens was sealed for, such as `totp:<user id>`. */
  readonly foreign: readonly string[]
}

/**
 * Seals anew, under the first key, what rests under others. May be stopped and run again, and runs
 * beside the service. What no key opens stays as it is: one lost value keeps none of the others back.
 */
export async function reseal(rows: SealedRows, sealer: Sealer): Promise<Resealed> {
  let count = 0
  const foreign = await walk(rows, async (row) => {
    const renewed = sealer.renew(row.sealed, row.context)
    if (renewed === undefined) return
    await rows.replace(row, renewed)
    count += 1
  })
  return { count, foreign }
}

/** What no key opens; nothing is changed. */
export const findForeign = (rows: Pick<SealedRows, 'list'>, sealer: Sealer) =>
  walk(rows, async ({ sealed, context }) => void sealer.open(sealed, context))

async function walk(
  rows: Pick<SealedRows, 'list'>,
  visit: (row: SealedRow) => Promise<void>,
): Promise<string[]> {
  const foreign: string[] = []
  for (let page = await rows.list(undefined); page.length > 0;) {
    for (const row of page) {
      try {
        await visit(row)
      } catch (error) {
        if (!(error instanceof ForeignSealError)) throw error
        foreign.push(row.context)
      }
    }
    page = await rows.list(page.at(-1)?.id)
  }
  return foreign
}
