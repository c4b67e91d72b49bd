import { ConfigError, loadConfig, printConfig } from '@countersign/service-kit/config'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { ConfigSchema, KeyConfigSchema, readConfig } from './config.ts'
import type { Schema } from './db/schema.ts'
import { rotateEventKeys } from './features/deliveries/keys/rotate.ts'

const usage = `usage:
  event-keys rotate   let the next key sign events, keep the old one published for a day
  config print        show the settings, secrets replaced`

/** @returns the exit code: 0 done, 1 not now, 2 wrongly called. */
async function run(command: string): Promise<number> {
  switch (command) {
    case 'event-keys rotate':
      return rotate()
    case 'config print':
      console.log(printConfig(ConfigSchema, readConfig(process.env)))
      return 0
    default:
      console.error(usage)
      return 2
  }
}

async function rotate(): Promise<number> {
  const config = loadConfig(KeyConfigSchema, process.env)
  const log = createLogger({ service: 'bpm', level: config.LOG_LEVEL })
  const db = createDatabase<Schema>({
    url: config.DATABASE_URL,
    poolSize: 1,
    applicationName: 'bpm-cli',
    log,
  })
  try {
    const rotated = await rotateEventKeys({ db, sealer: createSealer(config.KEY_ENCRYPTION_KEY) })
    if (rotated.result === 'rotated') {
      console.log(`signing with ${rotated.kid}`)
      return 0
    }
    console.error(`receivers may not know the next key yet: again in ${rotated.waitSeconds} s`)
    return 1
  } finally {
    await db.destroy()
  }
}

try {
  process.exitCode = await run(process.argv.slice(2).join(' '))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 2
}
