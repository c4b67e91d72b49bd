import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { tailOf } from './logs.ts'
import { nodeArguments } from './program.ts'
import { UserError } from './user-error.ts'

export interface Task {
  readonly name: string
  readonly entry: URL
  readonly args?: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly logFile: string
}

/**
 * Runs a program of the checkout to its end.
 *
 * @throws {@link UserError} with the end of the log when it ends with anything but 0.
 */
export async function runTask(task: Task): Promise<void> {
  const log = openSync(task.logFile, 'a', 0o600)
  const child = spawn(process.execPath, nodeArguments(task.entry, task.args), {
    env: task.env,
    stdio: ['ignore', log, log, 'ipc'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log)
  await once(child, 'exit')
  if (child.exitCode === 0) return
  const tail = await tailOf(task.logFile)
  throw new UserError(`${task.name} failed. Log: ${task.logFile}\n${tail}`)
}
