import { environments } from '@countersign/local/environments'
import type { Plan } from '@countersign/local/plan'
import { nodeProgram } from '@countersign/local/program'
import { directories, logFileOf } from '@countersign/local/services'
import { Supervised } from '@countersign/local/supervisor'

const root = new URL('../../../../', import.meta.url)
const pathOf = ({ href }: URL): string => href.slice(root.href.length)

/** What there may be several of. */
export const drilledServices = ['iam', 'bpm', 'dms', 'gateway'] as const
export type DrilledService = (typeof drilledServices)[number]

/** One process of a service, at addresses of its own. */
export interface Instance {
  readonly service: DrilledService
  /** From 0, among those of its service. */
  readonly index: number
  readonly url: string
  readonly managementUrl: string
  readonly logFile: string
  /** Undefined while it does not run. */
  readonly pid: () => number | undefined
  /**
   * Starts it, with these settings over its own, and waits until it is ready.
   *
   * @param checkout Root of another version of the code, installed.
   */
  readonly start: (environment?: NodeJS.ProcessEnv, checkout?: URL) => Promise<void>
  /** Asks it to stop, as SIGTERM does, and waits until it has. */
  readonly stop: () => Promise<void>
  /** @throws when it does not run. */
  readonly signal: (signal: NodeJS.Signals) => void
}

export interface InstanceOptions {
  readonly service: DrilledService
  readonly index: number
  readonly port: number
  readonly managementPort: number
  readonly environment: NodeJS.ProcessEnv
  /** Told when it ended by itself and is started again. */
  readonly report: (line: string) => void
}

/** Describes a process; `start` starts it. What ends by itself is started again, and reported. */
export function createInstance(plan: Plan, options: InstanceOptions): Instance {
  const { service, index, port, managementPort, report } = options
  const url = `http://localhost:${port}`
  const name = `${service}-${index + 1}`
  const logFile = logFileOf(plan.layout, name)
  let supervised: Supervised | undefined
  const programWith = (environment: NodeJS.ProcessEnv, checkout: URL) =>
    nodeProgram({
      name,
      directory: new URL(pathOf(directories[service]), checkout),
      env: {
        ...environments(plan)[service],
        ...options.environment,
        ...environment,
        PORT: String(port),
        MANAGEMENT_PORT: String(managementPort),
      },
      readyUrl: `${url}${readyPathOf(service)}`,
    })
  return {
    service,
    index,
    url,
    managementUrl: `http://localhost:${managementPort}`,
    logFile,
    pid: () => supervised?.pid,
    async start(environment = {}, checkout = root) {
      const program = programWith(environment, checkout)
      supervised = new Supervised(program, { logFile, report, onPid: () => {} })
      await supervised.start()
    },
    stop: async () => supervised?.stop(),
    signal(signal) {
      const pid = supervised?.pid
      if (pid === undefined) throw new Error(`${name} does not run`)
      process.kill(pid, signal)
    },
  }
}

/** A gateway is ready when the services behind it are; it may be the first to be started. */
export const readyPathOf = (service: DrilledService): string =>
  `/actuator/health/${service === 'gateway' ? 'liveness' : 'readiness'}`
