import { once } from 'node:events'
import { removeFile, writeJson } from './files.ts'
import { lockDataDir } from './launcher-lock.ts'
import { layoutOf, prepareLayout } from './layout.ts'
import { rotateLogs, tailOf } from './logs.ts'
import { checkPorts } from './ports.ts'
import { placePostgres, type Placement } from './postgres/account.ts'
import { findBinaries } from './postgres/binaries.ts'
import { ensureCluster, stopOrphan } from './postgres/cluster.ts'
import { baseEnvironment } from './processes.ts'
import type { Program } from './program.ts'
import { createProgress, summarize, type Progress } from './progress.ts'
import { ensureSecrets } from './secrets.ts'
import { bootstrapIam, migrateAll, prepareDatabases, publishDefinitions } from './seed/apply.ts'
import { describePlatform } from './seed/platform.ts'
import { openSeeded } from './seeded.ts'
import { ensurePages } from './pages.ts'
import type { Plan } from './plan.ts'
import { logFileOf, postgresProgram, servicePrograms } from './services.ts'
import type { Settings } from './settings.ts'
import { Supervised } from './supervisor.ts'
import { UserError } from './user-error.ts'

export interface LaunchOptions {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  /** Aborted when everything shall stop. */
  readonly stop: AbortSignal
  readonly write: (line: string) => void
}

/**
 * Runs the whole platform until `stop` is aborted, then stops it: services first, PostgreSQL last.
 *
 * @throws {@link UserError} when it cannot start; nothing is left running.
 */
export async function launch({ settings, env, stop, write }: LaunchOptions): Promise<void> {
  const startedAt = performance.now()
  const layout = layoutOf(settings.dataDir)
  await prepareLayout(layout)
  const unlock = await lockDataDir(layout.launcherFile)
  const running = new Running({ layout, write })
  try {
    const secrets = await ensureSecrets(layout.secretsFile)
    const platform = describePlatform(settings, secrets)
    const plan = { settings, layout, secrets, platform, baseEnv: baseEnvironment(env), pages: {} }
    const progress = createProgress(write)
    write(`Countersign starts. Data: ${layout.dataDir}`)
    await removeFile(layout.platformFile)
    await bringUp(plan, running, progress, stop)
    if (!stop.aborted) {
      const seconds = (performance.now() - startedAt) / 1000
      await writeJson(layout.startupFile, { seconds, steps: progress.timings })
      // Last of all: whoever finds this file finds a platform that works.
      await writeJson(layout.platformFile, platform)
      write(summarize(platform, layout.platformFile, seconds))
      await aborted(stop)
    }
  } catch (error) {
    // What a stop interrupts fails; that is no fault.
    if (!stop.aborted) throw error
  } finally {
    await removeFile(layout.platformFile)
    if (running.any) write('Stopping …')
    await running.stop()
    await removeFile(layout.pidsFile)
    await unlock()
  }
  write('Stopped.')
}

async function bringUp(plan: Plan, running: Running, progress: Progress, stop: AbortSignal) {
  const { layout, settings, secrets } = plan
  const placement = await placePostgres(findBinaries(), layout.postgresDir, secrets.ids.cluster)
  // Before the ports are looked at: it may be this orphan that holds one of them.
  await stopOrphan(placement)
  await checkPorts(settings.ports)
  await rotateLogs(layout.logsDir)
  // Beside all that is done before they are served.
  const pagesBuilt = progress.step('pages', () => ensurePages(plan, progress.line))
  const fresh = await startPostgres(plan, placement, running, progress)
  if (fresh) await removeFile(layout.seededFile)
  await progress.step('databases and roles', () => prepareDatabases(plan))
  const seeded = await openSeeded(layout.seededFile)
  stop.throwIfAborted()
  await progress.step('migrations', () => migrateAll(plan))
  await bootstrapIam(plan, seeded, progress)
  const complete = { ...plan, pages: await pagesBuilt }
  stop.throwIfAborted()
  await Promise.all(
    servicePrograms(complete).map((program) =>
      progress.step(`${program.name} ready`, () => running.start(program)),
    ),
  )
  stop.throwIfAborted()
  await publishDefinitions(plan, seeded, progress)
}

async function startPostgres(
  plan: Plan,
  placement: Placement,
  running: Running,
  progress: Progress,
) {
  const { secrets } = plan
  const fresh = await progress.step('PostgreSQL data folder', () =>
    ensureCluster(placement, secrets.postgres),
  )
  await progress.step('PostgreSQL 18 ready', () => running.start(postgresProgram(plan, placement)))
  return fresh
}

/** What has been started, in that order. */
class Running {
  readonly #started: Supervised[] = []
  readonly #options: Pick<LaunchOptions, 'write'> & Pick<Plan, 'layout'>

  constructor(options: Pick<LaunchOptions, 'write'> & Pick<Plan, 'layout'>) {
    this.#options = options
  }

  get any(): boolean {
    return this.#started.length > 0
  }

  async start(program: Program): Promise<void> {
    const { layout, write } = this.#options
    const logFile = logFileOf(layout, program.name)
    const supervised = new Supervised(program, {
      logFile,
      report: (line) => write(`! ${line}. Log: ${logFile}`),
      onPid: () => void this.#writePids(),
    })
    this.#started.push(supervised)
    try {
      await supervised.start()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const tail = await tailOf(logFile)
      throw new UserError(`${program.name} did not start (${reason}). Log: ${logFile}\n${tail}`, {
        cause: error,
      })
    }
  }

  /** Everything but the first (PostgreSQL) at once, then that. */
  async stop(): Promise<void> {
    const [first, ...rest] = this.#started
    await Promise.all(rest.map((supervised) => supervised.stop()))
    await first?.stop()
    await this.#writing
  }

  #writing: Promise<void> = Promise.resolve()

  // One after the other, so that the last state is the one that stays.
  #writePids(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const pids = this.#started.map(({ name, pid }) => [name.toLowerCase(), pid ?? null])
      await writeJson(this.#options.layout.pidsFile, {
        launcher: process.pid,
        ...Object.fromEntries(pids),
      })
    })
    return this.#writing
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
