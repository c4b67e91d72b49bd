import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildFolder } from '@countersign/page-build'
import { environments } from './environments.ts'
import { layoutOf } from './layout.ts'
import { baseEnvironment } from './processes.ts'
import { ensureSecrets } from './secrets.ts'
import { describePlatform } from './seed/platform.ts'
import { directories } from './services.ts'
import { readSettings } from './settings.ts'

// The `doctor` of each program of the platform that runs on this machine, with that program's own
// settings. Ends with 1 when one of them finds something wrong.

const settings = readSettings(process.env, process.env['INIT_CWD'] ?? process.cwd())
const layout = layoutOf(settings.dataDir)
const secrets = await ensureSecrets(layout.secretsFile)
const envs = environments({
  settings,
  layout,
  secrets,
  platform: describePlatform(settings, secrets),
  baseEnv: baseEnvironment(process.env),
  pages: { console: await buildFolder('packages/console') },
})

for (const name of ['iam', 'bpm', 'dms', 'gateway'] as const) {
  console.log(`\n${name}`)
  const cli = fileURLToPath(new URL('src/cli.ts', directories[name]))
  const child = spawn(process.execPath, ['--conditions=source', cli, 'doctor'], {
    env: envs[name],
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
