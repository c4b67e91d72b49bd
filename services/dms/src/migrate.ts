import { createLogger } from '@countersign/service-kit/log'
import { checkMigrations, migrate } from '@countersign/service-kit/migrate'
import { migrations } from './migrations.ts'

const url = process.env['DATABASE_URL']
if (url === undefined || url === '') {
  console.error('DATABASE_URL is missing')
  process.exit(2)
}

if (process.argv.includes('--check')) {
  const pending = await checkMigrations({ url, directory: migrations })
  if (pending.length > 0) {
    console.error(`pending: ${pending.join(', ')}`)
    process.exitCode = 1
  }
} else {
  await migrate({
    url,
    directory: migrations,
    log: createLogger({ service: 'dms', level: 'info' }),
  })
}
