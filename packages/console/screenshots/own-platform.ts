import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@countersign/test-kit/platform'

/** A platform in a data folder of its own, gone with it; `file` is its platform.json. */
export async function startOwn() {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-pictures-'))
  // PostgreSQL started by root runs as another user, who must get through here.
  await chmod(dataDir, 0o711)
  const { stop } = await startPlatform({ dataDir, env: process.env })
  return {
    file: join(dataDir, 'platform.json'),
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
