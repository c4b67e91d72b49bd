import type { Logger } from '@countersign/service-kit/log'

/** So long work waits whose worker died or stands still; nobody else takes it while it is renewed. */
export const LEASE_SECONDS = 30

/**
 * Does work that may take long under a short lease, which it renews three times in its length. A worker that stood
 * still and wakes may have lost it; what it brings then is refused where it is written.
 *
 * Kept by: services/dms/src/keep-lease.test.ts "renews while the work lasts, and no longer"
 *
 * @param renew Has the lease end that many seconds from now, if it is still this worker's.
 */
export async function keepLease<T>(
  log: Logger,
  renew: (seconds: number) => Promise<unknown>,
  work: () => Promise<T>,
  seconds = LEASE_SECONDS,
): Promise<T> {
  const again = () =>
    renew(seconds).catch((error: unknown) => log.warn({ err: error }, 'lease not renewed'))
  const timer = setInterval(() => void again(), (seconds * 1_000) / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
