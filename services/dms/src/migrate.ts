import { runMigrateCommand } from '@countersign/service-kit/migrate-command'
import { migrations } from './migrations.ts'

process.exitCode = await runMigrateCommand({
  service: 'dms',
  directory: migrations,
  env: process.env,
  args: process.argv.slice(2),
  complain: (text) => console.error(text),
})
