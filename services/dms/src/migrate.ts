import { createLogger } from '@countersign/service-kit/log'
import { checkMigrations, migrate } from '@countersign/service-kit/migrate'
import { readDatabaseConfig } from './config.ts'
import { migrations } from './migrations.ts'

const { DATABASE_URL: url, LOG_LEVEL: level } = readDatabaseConfig(process.env)

if (process.argv.includes('--check')) {
  const pending = await checkMigrations({ url, directory: migrations })
  if (pending.length > 0) {
    console.error(`pending: ${pending.join(', ')}`)
    process.exitCode = 1
  }
} else {
  await migrate({ url, directory: migrations, log: createLogger({ service: 'dms', level }) })
}
