import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { expect, it, onTestFinished } from 'vitest'
import { setUpOnS3 } from '../../testing/s3-setup.ts'
import { call, initiate, sendBytes, sha256, type TestUser } from '../../testing/setup.ts'

// Parts on their way to S3 are kept in memory, so there is a limit to them.

const PART_BYTES = 8 * 1024 ** 2

it(
  '[DMS-02] [DMS-04] lets no slow sender keep the memory that others wait for',
  { tags: 's3' },
  async () => {
    const { setup, store } = await setUpOnS3(s3OfRun(process.env), 2 * PART_BYTES)
    const user = setup.makeUser()
    await setup.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = setup.app.server.address() as AddressInfo
    const initiatePart = () => initiate(setup, user, PART_BYTES)
    const slow = await Promise.all([initiatePart(), initiatePart(), initiatePart()])
    const cut = slow.map((id) => sendSlowly(port, user, id))
    await expect.poll(() => store.isCrowded()).toBe(true)
    const [id, bytes] = [await initiatePart(), randomBytes(PART_BYTES)]

    const fast = await sendBytes(setup, user, id, bytes)

    expect(fast.json()).toEqual({ receivedBytes: PART_BYTES, sha256: sha256(bytes) })
    expect(await Promise.race(cut)).toBe(408)
    // What came of them is kept.
    const sessions = await Promise.all(
      slow.map((slowId) => call(setup, user, 'GET', `/api/dms/uploads/${slowId}`)),
    )
    const kept = sessions.filter(({ body }) => Number(body['receivedBytes']) > SLOW_START_BYTES)
    expect(kept.length).toBeGreaterThan(0)
  },
)

const SLOW_START_BYTES = 300_000

/** Begins fast enough to be given memory, then sends some 20 KiB a second. @returns the status. */
function sendSlowly(port: number, user: TestUser, id: string): Promise<number> {
  const outgoing = request({
    port,
    method: 'POST',
    path: `/api/dms/uploads/${id}/content`,
    headers: {
      ...user.headers,
      'content-type': 'application/octet-stream',
      'content-length': PART_BYTES,
    },
  })
  // After an early answer the server closes; what was still being written fails, as it should.
  outgoing.on('error', () => undefined)
  outgoing.write(randomBytes(SLOW_START_BYTES))
  const timer = setInterval(() => outgoing.write(randomBytes(2048)), 100)
  onTestFinished(() => {
    clearInterval(timer)
    outgoing.destroy()
  })
  return new Promise((resolve) => {
    outgoing.once('response', (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
}
