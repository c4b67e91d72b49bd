import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readJson } from '@countersign/local/files'
import type { Layout } from '@countersign/local/layout'
import { waitUntil } from '@countersign/local/processes'

/** A platform of an earlier version, started by that version's own launcher. */
export interface Earlier {
  /** @throws after three minutes. */
  readonly ready: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param checkout Folder of the earlier version, installed. */
export function startEarlier(checkout: string, layout: Layout, portBase: number): Earlier {
  const { dataDir, platformFile } = layout
  const launcher = spawn(
    join(checkout, 'node_modules/.bin/node'),
    ['--conditions=source', 'deploy/local/src/main.ts'],
    {
      cwd: checkout,
      env: { ...process.env, DATA_DIR: dataDir, PORT_BASE: String(portBase) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return {
    ready: () =>
      waitUntil(
        async () => (await readJson(platformFile)) !== undefined,
        180_000,
        'the earlier version does not get ready',
      ),
    async stop() {
      launcher.kill('SIGTERM')
      if (launcher.exitCode === null) await once(launcher, 'exit')
    },
  }
}
