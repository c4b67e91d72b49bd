import { waitUntil } from '@countersign/local/processes'

/** For what hangs: a machine that is busy with other work takes a tenth of it. */
const patienceMs = 240_000

/** @throws Error that says what has not come about. */
export const until = (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> =>
  waitUntil(isSo, patienceMs, `not within ${patienceMs / 1000} s: ${what}`)
