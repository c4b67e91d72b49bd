import { launch } from './launch.ts'
import { readSettings } from './settings.ts'
import { UserError } from './user-error.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A second Ctrl-C changes nothing: the first is already being carried out.
  process.on(signal, () => stop.abort())
}

try {
  // pnpm runs scripts in the checkout; a relative folder is meant from where the person stands.
  const settings = readSettings(process.env, process.env['INIT_CWD'] ?? process.cwd())
  await launch({
    settings,
    env: process.env,
    stop: stop.signal,
    write: (line) => console.log(line),
  })
} catch (error) {
  if (error instanceof UserError) console.error(error.message)
  else console.error(error)
  process.exitCode = 1
}
