import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from './app.ts'
import { openDatabase } from './database.ts'
import { declareBizType } from './platform.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const db = openDatabase(settings.database)
const app = await buildApp(settings, db)
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
stop.signal.addEventListener('abort', () => {
  const closed = app.close().then(() => db.destroy())
  // Idle connections of fetch would hold the process for longer.
  void closed.finally(() => process.exit())
})

await app.listen({ port: settings.port, host: 'localhost' })
// Not before the port is ours, and not later: an end at the start is noticed.
await sql`select 1`.execute(db)
// The platform may be away, or not allow our address yet.
for (let declared = false; !declared && !stop.signal.aborted;) {
  try {
    await declareBizType(settings)
    declared = true
    app.log.info(`ready at ${settings.origin}`)
  } catch (error) {
    app.log.warn(error)
    // It rejects only when the signal ends it, which the loop sees for itself.
    await sleep(2_000, undefined, { signal: stop.signal }).catch(() => {})
  }
}
