import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TokenUser } from '../../access.ts'
import type { UploadAnswer } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findOwnUpload, requireOpen } from './receive.ts'
import { claimCommit, releaseCommit, renewSender } from './sender-queries.ts'

// Short, so that a repeat after a crash does not wait long; renewed while the work goes on.
const LEASE_SECONDS = 4
const WAIT_MS = 15_000
const SEALED_SECONDS = 3_600

export type CommitTurn =
  | { readonly answer: UploadAnswer }
  | {
      readonly answer?: undefined
      /** Lets another have the turn. */
      readonly release: () => Promise<void>
      /** Stops to keep the turn; it ends by itself soon after. */
      readonly stop: () => void
    }

/**
 * Waits for the turn to make the object whole, or for the answer of the request that has it: some
 * storages show an object twice completed as missing for a moment.
 *
 * @throws `dms.upload_busy` when neither comes in time.
 */
export async function takeCommitTurn(
  deps: Deps,
  caller: TokenUser,
  uploadId: string,
): Promise<CommitTurn> {
  const { tenantId } = caller
  const committerId = randomUUID()
  const sealedUntil = new Date(deps.now().getTime() + SEALED_SECONDS * 1000)
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline;) {
    const mine = [tenantId, uploadId, committerId] as const
    if (await claimCommit(deps.db, ...mine, LEASE_SECONDS, sealedUntil)) {
      const timer = setInterval(
        () => void renewSender(deps.db, ...mine, LEASE_SECONDS).catch(() => undefined),
        (LEASE_SECONDS * 1000) / 4,
      )
      timer.unref()
      return {
        release: () => releaseCommit(deps.db, ...mine),
        stop: () => clearInterval(timer),
      }
    }
    const upload = await findOwnUpload(deps, caller, uploadId)
    if (upload.answer !== null) return { answer: upload.answer }
    requireOpen(deps, upload)
    if (upload.status !== 'RECEIVED') break
    await pause(50)
  }
  throw problems.upload_busy({ headers: { 'retry-after': String(LEASE_SECONDS) } })
}
