import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from './user-error.ts'

/** Where everything lives inside the data folder. */
export interface Layout {
  readonly dataDir: string
  readonly platformFile: string
  readonly pidsFile: string
  readonly startupFile: string
  readonly launcherFile: string
  readonly secretsFile: string
  readonly seededFile: string
  readonly seedFile: string
  readonly logsDir: string
  readonly postgresDir: string
  readonly documentsDir: string
  readonly anchorsDir: string
  readonly cacheDir: string
}

export function layoutOf(dataDir: string): Layout {
  return {
    dataDir,
    platformFile: join(dataDir, 'platform.json'),
    pidsFile: join(dataDir, 'pids.json'),
    startupFile: join(dataDir, 'startup.json'),
    launcherFile: join(dataDir, 'launcher.pid'),
    secretsFile: join(dataDir, 'secrets.json'),
    seededFile: join(dataDir, 'seeded.json'),
    seedFile: join(dataDir, 'seed.json'),
    logsDir: join(dataDir, 'logs'),
    postgresDir: join(dataDir, 'postgres'),
    documentsDir: join(dataDir, 'documents'),
    anchorsDir: join(dataDir, 'anchors'),
    cacheDir: join(dataDir, 'cache'),
  }
}

/** @throws {@link UserError} when the folder cannot be made or written. */
export async function prepareLayout(layout: Layout): Promise<void> {
  try {
    const { logsDir, documentsDir, anchorsDir, cacheDir } = layout
    for (const dir of [layout.dataDir, logsDir, documentsDir, anchorsDir, cacheDir]) {
      await mkdir(dir, { recursive: true })
    }
    await access(layout.dataDir, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UserError(`The data folder ${layout.dataDir} cannot be written (${reason}).`, {
      cause: error,
    })
  }
}
