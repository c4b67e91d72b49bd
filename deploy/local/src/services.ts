import { join } from 'node:path'
import { environments } from './environments.ts'
import type { Layout } from './layout.ts'
import type { Plan } from './plan.ts'
import type { Placement } from './postgres/account.ts'
import { isServerReady, serverArguments, stopServer } from './postgres/cluster.ts'
import { nodeProgram, type Program } from './program.ts'

export const directories = {
  iam: new URL('../../../services/iam/', import.meta.url),
  bpm: new URL('../../../services/bpm/', import.meta.url),
  dms: new URL('../../../services/dms/', import.meta.url),
  gateway: new URL('../../gateway/', import.meta.url),
  expense: new URL('../../expense/', import.meta.url),
} as const

export function postgresProgram(plan: Plan, placement: Placement): Program {
  const { account, binaries, dataDir } = placement
  return {
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: serverArguments(dataDir, plan.settings.ports.postgres),
    env: { ...plan.baseEnv, LC_ALL: 'C' },
    cwd: dataDir,
    ...account,
    guarded: false,
    // It writes a last checkpoint. Killed instead, it would have to recover at the next start.
    stopTimeoutMs: 60_000,
    // Killed, its processes hold the shared memory for a moment longer than it lives itself.
    startRetries: 20,
    isReady: ({ pid }) => isServerReady(dataDir, pid),
    requestStop: ({ pid }) => (pid === undefined ? undefined : stopServer(pid, placement)),
  }
}

export function servicePrograms(plan: Plan): Program[] {
  const envs = environments(plan)
  const { services, baseUrl, sampleApp } = plan.platform
  const readiness = (url: string) => `${url}/actuator/health/readiness`
  const program = (name: keyof typeof directories, readyUrl: string) =>
    nodeProgram({ name, directory: directories[name], env: envs[name], readyUrl })
  return [
    program('iam', readiness(services.iam)),
    program('bpm', readiness(services.bpm)),
    program('dms', readiness(services.dms)),
    program('gateway', `${baseUrl}/actuator/health/liveness`),
    program('expense', `${sampleApp.baseUrl}/actuator/health`),
  ]
}

export const logFileOf = (layout: Layout, name: string) =>
  join(layout.logsDir, `${name.toLowerCase()}.log`)
