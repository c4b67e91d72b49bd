/**
 * Which transactions were over at a moment, as PostgreSQL's `pg_snapshot` says it: all below `xmax`
 * but for those that were still running.
 */
export interface Snapshot {
  readonly xmax: bigint
  /** Ascending, all below `xmax`. */
  readonly running: readonly bigint[]
}

/** @param text `xmin:xmax:xid,xid`, as PostgreSQL writes it. */
export function readSnapshot(text: string): Snapshot {
  const [, xmax = '', running = ''] = text.split(':')
  return {
    xmax: BigInt(xmax),
    running: running === '' ? [] : running.split(',').map(BigInt),
  }
}

export const writeSnapshot = ({ xmax, running }: Snapshot): string =>
  `${running[0] ?? xmax}:${xmax}:${running.join(',')}`

/**
 * Where reading goes on, after what was over `now` and not yet at `from` was read in the order of its
 * transactions, up to and including the transaction `last`. Nothing that was over is read twice,
 * nothing that commits late is left out.
 *
 * Kept by: packages/service-kit/src/audit/snapshot.test.ts "reads each transaction once"
 */
export function goOn(from: Snapshot, now: Snapshot, last: bigint): Snapshot {
  const xmax = from.xmax > last + 1n ? from.xmax : last + 1n
  const running = [
    ...now.running.filter((xid) => xid <= last),
    ...from.running.filter((xid) => xid > last),
  ]
  return { xmax, running }
}
